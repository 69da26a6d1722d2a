/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.Finding;
import io.idaeus.api.Problem;
import io.idaeus.api.TableRef;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A transfer.
 *
 * @param id a UUIDv7
 * @param plan the plan that the transfer belongs to; absent for none
 * @param requestedBy who asked for it; of a plan's transfer, who approved the plan at this node. Null without authentication
 * @param reason why the transfer is in this state, where there is more to say
 * @param since when it entered the state
 * @param attempts how often the current phase was tried
 * @param waiting what the transfer waits for; absent while it does not wait
 * @param outcome absent until the transfer ends. A failed or cancelled transfer is PARTIAL where it imported SSTables
 * @param phases time spent in each phase so far
 * @param cleanupDue tables where {@code nodetool cleanup} is due
 * @param maxRate bytes per second that the transfer may receive; no limit of its own where absent
 * @param problem why the transfer failed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = TransferExamples.TRANSFER)
@RecordBuilder
public record Transfer(
        String id,
        @Nullable String plan,
        @Nullable String requestedBy,
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

    /** Result of a transfer. */
    public enum Outcome {
        /** All planned SSTables are live. None was excluded, unless other sources own its part of the ranges. */
        COMPLETE,
        /** Some SSTables failed, were held back or were excluded; the list of SSTables says which and why. */
        PARTIAL
    }

    /**
     * A source: the host id it is pinned to, and the snapshot it serves from.
     *
     * @param connections data connections that the transfer uses at most, or used last; absent before it pulls
     * @param corrupt what is corrupt at the source; absent while nothing is known to be
     * @param snapshotTakenAt by the clock of the source; absent before the snapshot is taken
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SourceStatus(
            String uri,
            @Nullable String hostId,
            @Nullable String snapshot,
            @Nullable Integer connections,
            @Nullable CorruptSstables corrupt,
            @Nullable Instant snapshotTakenAt) {}

    /**
     * The SSTables of a source that are corrupt there. The source does not count as one for their tokens.
     *
     * @param ranges all tokens that they span, {@code left:right} each
     * @param first the first few, with their reasons
     */
    public record CorruptSstables(int count, List<String> ranges, List<TransferSstable> first) {}

    /** Time spent in a phase. */
    public record PhaseTime(TransferState phase, double seconds) {}

    /**
     * Number of SSTables by state.
     *
     * @param failed NOT_IMPORTED and SOURCE_CORRUPT
     * @param earlier left out, because earlier transfers of the plan imported them, or the source's {@code base} holds them
     */
    public record SstableCounts(
            int planned, int fetched, int imported, int failed, int heldBack, int excluded, int earlier) {}
}
