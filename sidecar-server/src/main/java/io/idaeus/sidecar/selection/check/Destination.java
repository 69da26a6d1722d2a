/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.Offer;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The node that the SSTables come to.
 *
 * @param cluster its name
 * @param members host ids of the nodes of its cluster, as far as it knows them
 * @param compatibilityMode {@code storage_compatibility_mode}; null where Cassandra has none
 * @param importFailure why it cannot import; null where it can
 * @param missingCompressors why this node's sidecar cannot run compressors, by their simple class names
 */
@RecordBuilder
public record Destination(
        String hostId,
        String cluster,
        Set<String> members,
        String cassandraVersion,
        String partitioner,
        @Nullable String compatibilityMode,
        @Nullable String importFailure,
        Map<String, String> missingCompressors,
        List<StagingRoot> staging,
        List<Table> tables) {
    /** Names do not tell: a copy of a cluster often has the name of the first. */
    public boolean isOneClusterWith(Offer offer) {
        return offer.cluster().equals(cluster) && members.contains(offer.hostId());
    }

    /**
     * A staging root.
     *
     * @param freeBytes less other transfers' reservations
     * @param headroom share of the staged bytes to keep free: 0.1 is a tenth
     * @param onDataFileSystem whether imports move files
     * @param within the data directory that holds it, which must not be; null for none
     * @param writable for the sidecar; true where that is not known
     */
    public record StagingRoot(
            Path path,
            long freeBytes,
            double headroom,
            boolean onDataFileSystem,
            @Nullable Path within,
            boolean writable) {
        public StagingRoot(Path path, long freeBytes, double headroom, boolean onDataFileSystem) {
            this(path, freeBytes, headroom, onDataFileSystem, null, true);
        }
    }

    /**
     * A table of this node.
     *
     * @param id 32 hex digits
     * @param header types of an SSTable written now
     * @param droppedTypes by column
     * @param empty whether it has neither an SSTable nor rows in memory
     */
    @RecordBuilder
    public record Table(
            TableRef ref,
            boolean system,
            String id,
            TableDefinition definition,
            TokenRanges owned,
            SerializationHeader header,
            Map<String, String> droppedTypes,
            boolean empty) {}
}
