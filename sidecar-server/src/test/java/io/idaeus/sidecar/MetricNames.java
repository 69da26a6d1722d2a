/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names and labels of Idaeus' metrics in a scrape; of labels with a fixed set of values, the values too. */
final class MetricNames {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^(idaeus_\\w+)(?:\\{([^}]*)})? ");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Set<String> FIXED = Set.of("direction", "mode", "outcome", "reason", "state");

    private MetricNames() {}

    static List<String> of(String scrape) {
        return SAMPLE.matcher(scrape)
                .results()
                .map(sample -> sample.group(1) + labels(sample.group(2)))
                .distinct()
                .toList();
    }

    private static String labels(String text) {
        if (text == null) {
            return "";
        }
        Matcher labels = LABEL.matcher(text);
        return labels.results()
                .map(label -> FIXED.contains(label.group(1))
                        ? label.group(1) + "=\"" + label.group(2) + "\""
                        : label.group(1))
                .sorted()
                .collect(Collectors.joining(",", "{", "}"));
    }
}
