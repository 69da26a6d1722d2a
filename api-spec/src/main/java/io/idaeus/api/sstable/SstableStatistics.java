/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Statistics from the files of an SSTable.
 *
 * @param firstKey the first partition key, hex
 * @param partitions Cassandra's estimate
 * @param repairedAt absent where not repaired
 * @param pendingRepair UUID of the repair session; absent where none
 * @param minTimestamp lowest write timestamp of its cells, microseconds
 * @param maxTimestamp highest write timestamp of its cells, microseconds
 * @param compression simple class name of the compressor; absent where not compressed
 * @param originatingHostId host id of the node that wrote it; absent where the file does not say
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record SstableStatistics(
        String firstToken,
        String lastToken,
        String firstKey,
        String lastKey,
        long partitions,
        int level,
        @Nullable Instant repairedAt,
        @Nullable String pendingRepair,
        boolean transientReplica,
        String minTimestamp,
        String maxTimestamp,
        String partitioner,
        @Nullable String compression,
        @Nullable String originatingHostId,
        boolean legacyCounterShards,
        SerializationHeader header) {}
