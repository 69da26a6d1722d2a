/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transfer: what was asked, and how far it is.
 *
 * @param id a UUIDv7
 * @param reason why it is in this state, where that is not plain
 * @param since when it entered the state
 * @param attempts how often the current phase was tried
 * @param waiting what it waits for; null while it goes on
 * @param outcome of a completed transfer; of a failed or cancelled one PARTIAL where SSTables are live already
 * @param phases the time spent in each phase so far
 * @param cleanupDue the tables where {@code nodetool cleanup} is due
 * @param maxRate bytes a second that it may receive, as set last; no limit of its own where null
 * @param problem why it failed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Transfer(
        String id,
        TransferState state,
        @Nullable String reason,
        Instant since,
        int attempts,
        @Nullable TransferWait waiting,
        @Nullable Outcome outcome,
        Instant createdAt,
        @Nullable Instant finishedAt,
        TransferRequest request,
        List<SourceStatus> sources,
        TransferProgress progress,
        SstableCounts sstables,
        List<PhaseTime> phases,
        List<Finding> findings,
        List<TableRef> cleanupDue,
        @Nullable Long maxRate,
        @Nullable Problem problem) {

    /** How a transfer ended. */
    public enum Outcome {
        /** Every planned SSTable is live. */
        COMPLETE,
        /** Some were failed or held back; the list of SSTables says which and why. */
        PARTIAL
    }

    /** A source as it was pinned. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SourceStatus(
            String uri, @Nullable String hostId, @Nullable String snapshot) {}

    /** Seconds spent in a phase. */
    public record PhaseTime(TransferState phase, double seconds) {}

    /** How many SSTables are where. */
    public record SstableCounts(int planned, int fetched, int imported, int failed, int heldBack, int excluded) {}
}
