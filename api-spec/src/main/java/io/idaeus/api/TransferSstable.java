/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** An SSTable of a transfer and what became of it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TransferSstable(
        String sourceHostId,
        String keyspace,
        String table,
        String name,
        long bytes,
        State state,
        @Nullable String reason,
        int attempts) {

    /** What became of an SSTable. */
    public enum State {
        PLANNED,
        FETCHED,
        IMPORTED,
        /** Fetched and proven, but Cassandra did not take it. */
        NOT_IMPORTED,
        /** Its bytes do not match their digest, also on the second fetch. */
        SOURCE_CORRUPT,
        /** It overlaps one that is corrupt at its source. */
        HELD_BACK,
        /** Left out by the plan. */
        EXCLUDED
    }
}
