/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import io.idaeus.it.harness.cassandra.CassandraNode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The phases of a bootstrap, as the log of the new node tells them. */
final class NodeLog {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3}");
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

    // The lines that end each phase in Cassandra 5.0.
    private static final Map<String, String> ENDS = new LinkedHashMap<>();

    static {
        ENDS.put("start", "JOINING: waiting for ring information");
        ENDS.put("wait for the schema", "JOINING: calculation complete");
        ENDS.put("broadcast_interval_ms", "JOINING: Replacing a node with token");
        ENDS.put("ring_delay_ms", "JOINING: Starting to bootstrap");
        ENDS.put("streaming", "Bootstrap completed for tokens");
    }

    private final CassandraNode node;
    private final Instant began = Instant.now();

    /** Before the node is launched. */
    NodeLog(CassandraNode node) {
        this.node = node;
    }

    /** @param seconds since the launch, when the last phase ended */
    List<Phase> phases(double seconds) {
        List<Phase> phases = new ArrayList<>();
        double before = 0;
        List<String> lines = node.log().lines().toList();
        for (Map.Entry<String, String> end : ENDS.entrySet()) {
            double at = lines.stream()
                    .filter(line -> line.contains(end.getValue()))
                    .findFirst()
                    .map(this::seconds)
                    .orElseThrow(() -> new IllegalStateException("the log lacks '" + end.getValue() + "'"));
            phases.add(new Phase(end.getKey(), at - before));
            before = at;
        }
        phases.add(new Phase("NORMAL for all", seconds - before));
        return phases;
    }

    private double seconds(String line) {
        Matcher time = TIME.matcher(line);
        if (!time.find()) {
            throw new IllegalStateException("no time in the line: " + line);
        }
        Instant at = LocalDateTime.parse(time.group(), FORMAT)
                .atZone(ZoneId.systemDefault())
                .toInstant();
        return Duration.between(began, at).toMillis() / 1e3;
    }
}
