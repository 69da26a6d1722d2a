/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * Where fetched files wait for their import.
 *
 * @param roots one on each data directory's file system
 * @param headroom free space beyond a transfer's need, as a share of it
 * @param retention of a failed transfer's files
 */
public record StagingConfig(List<Path> roots, double headroom, Duration retention) {
    static StagingConfig read(Section section) {
        List<Path> roots = section.list("roots", Value.PATH);
        if (new HashSet<>(roots).size() < roots.size()) {
            section.refuse("roots", roots.toString(), "each root once");
        }
        for (Path root : roots) {
            CassandraData.directoryAround(root)
                    .ifPresent(data -> section.refuse(
                            "roots",
                            root.toString(),
                            "directories outside of Cassandra's data directories, of which " + data
                                    + " is one: Cassandra reads what is inside. Put the root beside it"));
        }
        return new StagingConfig(
                roots,
                section.get("headroom", Value.PERCENT, 0.1),
                section.get("retention", Value.DURATION, Duration.ofDays(7)));
    }
}
