/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.release.ReleaseVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The node's identity.
 *
 * @param tokens ascending; empty before the node has joined
 * @param broadcastAddress without the port; null before the node has joined
 * @param incrementalBackups whether imports are also linked into {@code backups}
 */
@RecordBuilder
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
