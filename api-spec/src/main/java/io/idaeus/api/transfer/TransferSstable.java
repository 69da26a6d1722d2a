/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * An SSTable of a transfer.
 *
 * @param name version, id and format, for instance {@code nb-7-big}
 * @param bytes that are staged; of a slice an estimate until it is cut
 * @param reason why it is in this state, where there is more to say
 * @param attempts how often it was fetched
 * @param part how much of it moves; absent where nothing does
 * @param sourceBytes of all of it at the source, where only a part moves
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record TransferSstable(
        String sourceHostId,
        String keyspace,
        String table,
        String name,
        long bytes,
        State state,
        @Nullable String reason,
        int attempts,
        @Nullable Part part,
        @Nullable Long sourceBytes) {

    /** How much of an SSTable moves. */
    public enum Part {
        WHOLE,
        /** Exactly its rows in the ranges. */
        SLICE
    }

    /** State of an SSTable in a transfer. */
    public enum State {
        PLANNED,
        FETCHED,
        IMPORTED,
        /** Fetched and proven, but Cassandra did not import it. */
        NOT_IMPORTED,
        /** Its bytes do not match the manifest, on the second fetch either, or its index or filter is damaged at the source. */
        SOURCE_CORRUPT,
        /** Not imported, because it overlaps an SSTable that is corrupt at its source or cannot be cut. */
        HELD_BACK,
        /** Not part of the plan, or found to be impossible to cut. */
        EXCLUDED
    }
}
