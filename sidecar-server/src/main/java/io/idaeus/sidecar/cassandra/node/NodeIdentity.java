/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the node says about itself.
 *
 * @param partitioner the class name, for instance {@code org.apache.cassandra.dht.Murmur3Partitioner}
 * @param operationMode as Cassandra names it: {@code STARTING}, {@code NORMAL}, {@code JOINING}, {@code DRAINING}, …
 * @param tokens ascending; empty before the node has joined
 * @param broadcastAddress what other nodes know it by, without the port; null before it has joined
 * @param incrementalBackups whether imported SSTables are linked into {@code backups} as well
 */
public record NodeIdentity(
        String clusterName,
        UUID hostId,
        ReleaseVersion version,
        String partitioner,
        String datacenter,
        String rack,
        String operationMode,
        List<Long> tokens,
        List<Path> dataDirectories,
        @Nullable String broadcastAddress,
        boolean incrementalBackups) {
    public NodeIdentity {
        tokens = List.copyOf(tokens);
        dataDirectories = List.copyOf(dataDirectories);
    }
}
