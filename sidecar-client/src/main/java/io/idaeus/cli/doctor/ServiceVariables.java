/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Variables of the configuration in the file that systemd reads for the sidecar: they override its configuration. */
final class ServiceVariables {

    // JAVA_OPTS is none of them: it can open ports that the running sidecar holds.
    private static final Pattern LINE =
            Pattern.compile("\\s*(?<name>IDAEUS_[A-Z0-9_]+|JAVA_HOME)=(?<quote>[\"']?)(?<value>.*)\\k<quote>\\s*");

    private ServiceVariables() {}

    /** Empty where there is no such file. */
    static Map<String, String> read(Path file) throws IOException {
        Map<String, String> variables = new TreeMap<>();
        List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
        for (String line : lines) {
            Matcher parts = LINE.matcher(line);
            if (parts.matches()) {
                variables.put(parts.group("name"), parts.group("value").strip());
            }
        }
        return variables;
    }
}
