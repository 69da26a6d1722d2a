/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.transfer.TransferProgress;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a plan.
 *
 * @param number from 1
 * @param destination address of the sidecar concerned; absent where the step concerns all
 * @param withPrevious whether it is taken at the same time as the step before it; absent where it is taken after it
 * @param instructions for an {@code OPERATOR} step: what to do
 * @param detail what it does now, or what it found
 * @param waiting what it waits for
 * @param transfers ids of its transfers, at the destination
 * @param progress over its transfers
 * @param comparison id of its comparison, at the coordinator
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RecordBuilder
public record PlanStep(
        int number,
        Kind kind,
        String title,
        @Nullable String destination,
        @Nullable Boolean withPrevious,
        State state,
        @Nullable List<String> instructions,
        @Nullable String detail,
        @Nullable PlanWait waiting,
        @Nullable List<String> transfers,
        @Nullable TransferProgress progress,
        @Nullable String comparison,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    /** The kind of a step. */
    public enum Kind {
        /** Checks that everything is as planned. */
        CHECK,
        /** Transfers SSTables to a node that nobody reads. */
        FILL,
        /** Tells the new node's Cassandra which ranges it need not stream. */
        DECLARE,
        /** An operator, or the executable of {@code cassandra.lifecycle}, stops or starts Cassandra. */
        OPERATOR,
        /** The new node enters write survey: writes need it from then on, and nobody reads it. */
        SURVEY,
        /** Waits for the cluster. */
        AWAIT,
        /** Transfers what was written since the last transfer. */
        DELTA,
        /** The new node joins, and is read from then on. */
        JOIN,
        /** Checks that the result is as planned. */
        VERIFY,
        /** Removes what the plan leaves behind. */
        CLEANUP,
        /** Makes keyspaces, types and tables; or, after they are filled, indexes and views. */
        SCHEMA,
        /** Removes all rows of tables that are filled next. */
        TRUNCATE,
        /** Has compactions of tables wait until they are filled, and checks that these are empty. */
        HOLD,
        /** Compares tables with those of the cluster that they are from, row by row. */
        COMPARE
    }

    /** State of a step. */
    public enum State {
        PENDING,
        RUNNING,
        /** Something is in the way; {@code waiting} names it. */
        WAITING,
        DONE,
        SKIPPED,
        FAILED
    }
}
