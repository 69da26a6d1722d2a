/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.RingRange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A keyspace with its token ranges and tables. */
public record KeyspaceFacts(KeyspaceInfo info, List<RingRange> ranges, List<TableInfo> tables) {
    public KeyspaceFacts {
        ranges = shared(ranges);
        tables = List.copyOf(tables);
    }

    // A ring names each node once for each of its ranges: what is equal is kept once.
    private static List<RingRange> shared(List<RingRange> ranges) {
        Map<Replica, Replica> known = new HashMap<>();
        return ranges.stream()
                .map(range -> new RingRange(
                        range.range(),
                        range.replicas().stream()
                                .map(replica -> known.computeIfAbsent(replica, Function.identity()))
                                .toList(),
                        range.local()))
                .toList();
    }

    public String name() {
        return info.name();
    }

    /** The same, as if it had only these tables. */
    KeyspaceFacts only(Set<String> wanted) {
        return new KeyspaceFacts(
                new KeyspaceInfo(
                        info.name(),
                        info.system(),
                        info.replication(),
                        info.tables().stream().filter(wanted::contains).toList()),
                ranges,
                tables.stream().filter(table -> wanted.contains(table.table())).toList());
    }

    public boolean isReplica(String hostId) {
        return ranges.stream().anyMatch(range -> isReplica(range, hostId));
    }

    private static boolean isReplica(RingRange range, String hostId) {
        for (Replica replica : range.replicas()) {
            if (replica.hostId().equals(hostId)) {
                return true;
            }
        }
        return false;
    }

    /** The ranges that a node is a replica of. */
    public List<RingRange> rangesOf(String hostId) {
        return ranges.stream().filter(range -> isReplica(range, hostId)).toList();
    }
}
