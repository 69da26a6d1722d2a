/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an SSTable's files say of it.
 *
 * @param firstKey the first partition key, hex
 * @param partitions Cassandra's own estimate
 * @param repairedAt null where not repaired
 * @param pendingRepair the session's UUID, null where none
 * @param minTimestamp of the cells, microseconds
 * @param compression the compressor's simple class name, null where not compressed
 * @param originatingHostId the node that wrote it; null where the file does not say
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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
