/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.KeyspaceInfo;
import io.idaeus.api.RingRange;
import io.idaeus.api.TableInfo;
import java.util.List;

/** A keyspace with its token ranges and tables. */
public record KeyspaceFacts(KeyspaceInfo info, List<RingRange> ranges, List<TableInfo> tables) {
    public KeyspaceFacts {
        ranges = List.copyOf(ranges);
        tables = List.copyOf(tables);
    }

    String name() {
        return info.name();
    }

    /** The ranges that a node is a replica of. */
    List<RingRange> rangesOf(String hostId) {
        return ranges.stream()
                .filter(range -> range.replicas().stream()
                        .anyMatch(replica -> replica.hostId().equals(hostId)))
                .toList();
    }
}
