/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.SerializationHeader;
import io.idaeus.api.TableDefinition;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.TokenRanges;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The node that the SSTables come to.
 *
 * @param compatibilityMode Cassandra's {@code storage_compatibility_mode}; null where the version has none
 */
public record Destination(
        String hostId,
        String cassandraVersion,
        String partitioner,
        @Nullable String compatibilityMode,
        List<StagingRoot> staging,
        List<Table> tables) {

    /**
     * A staging root.
     *
     * @param freeBytes less what other transfers have reserved
     * @param headroom what must stay free beyond what is staged, as a share of it: 0.1 is a tenth
     * @param onDataFileSystem whether an import moves files rather than copies them
     */
    public record StagingRoot(Path path, long freeBytes, double headroom, boolean onDataFileSystem) {}

    /**
     * A table as it is here.
     *
     * @param id 32 hex digits
     * @param owned the tokens that the node owns in the table's keyspace
     * @param header the types of an SSTable written here now
     * @param droppedTypes the types of dropped columns, by column
     */
    public record Table(
            TableRef ref,
            boolean system,
            String id,
            TableDefinition definition,
            TokenRanges owned,
            SerializationHeader header,
            Map<String, String> droppedTypes) {}
}
