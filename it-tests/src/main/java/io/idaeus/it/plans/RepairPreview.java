/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.PayloadTable;
import java.util.List;

/**
 * The streams of a full repair.
 *
 * @param streams from which node to which, for instance {@code /127.0.0.1:7000 -> /127.0.0.2:7000: 1 ranges, …}
 */
record RepairPreview(List<String> streams) {
    static RepairPreview of(CassandraNode node, PayloadTable table) {
        String said = node.nodetool("repair", "--full", "--preview", table.keyspace(), table.table())
                .orThrow()
                .stdout();
        List<String> lines = said.lines().toList();
        boolean ended = lines.stream()
                .anyMatch(line -> line.contains("was in sync") || line.contains("Total estimated streaming"));
        if (!ended) {
            throw new IllegalStateException("no end of a preview: " + said);
        }
        return new RepairPreview(lines.stream()
                .filter(line -> line.contains(" -> "))
                .map(String::strip)
                .toList());
    }
}
