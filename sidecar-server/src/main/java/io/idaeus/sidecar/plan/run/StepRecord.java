/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.PlanStep;
import io.idaeus.api.PlanWait;
import io.idaeus.api.PlanWait.Cause;
import io.idaeus.api.TransferProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How far a step is.
 *
 * @param transfers ids of its transfers at the destination, by keyspace; the last of a keyspace is the one that counts
 * @param again keyspaces whose last transfer does not count any more
 * @param downSince since when a replica is down that the step could do without; null while all are up
 * @param restartedAt when {@code cassandra.lifecycle} was last asked to start Cassandra
 */
public record StepRecord(
        PlanStep.State state,
        @Nullable String detail,
        @Nullable PlanWait waiting,
        Map<String, List<String>> transfers,
        Set<String> again,
        @Nullable TransferProgress progress,
        @Nullable Instant downSince,
        @Nullable Instant restartedAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {
    static final StepRecord PENDING =
            new StepRecord(PlanStep.State.PENDING, null, null, Map.of(), Set.of(), null, null, null, null, null);

    public StepRecord {
        transfers = transfers == null ? Map.of() : Map.copyOf(transfers);
        again = again == null ? Set.of() : Set.copyOf(again);
    }

    StepRecord begun(Instant now) {
        return new StepRecord(PlanStep.State.RUNNING, null, null, transfers, again, null, null, restartedAt, now, null);
    }

    StepRecord running(String what, @Nullable TransferProgress moved) {
        return new StepRecord(
                PlanStep.State.RUNNING, what, null, transfers, again, moved, downSince, restartedAt, startedAt, null);
    }

    StepRecord waitingFor(Cause cause, String found, String remedy, Instant now) {
        Instant since = waiting != null && waiting.cause() == cause ? waiting.since() : now;
        PlanWait wait = new PlanWait(cause, found, remedy, since);
        return new StepRecord(
                PlanStep.State.WAITING,
                detail,
                wait,
                transfers,
                again,
                progress,
                downSince,
                restartedAt,
                startedAt,
                null);
    }

    StepRecord done(String what, Instant now) {
        return new StepRecord(
                PlanStep.State.DONE, what, null, transfers, again, progress, downSince, restartedAt, startedAt, now);
    }

    /** Adds a transfer of a keyspace. */
    StepRecord withTransfer(String keyspace, String id) {
        Map<String, List<String>> changed = new TreeMap<>(transfers);
        List<String> ids = new ArrayList<>(changed.getOrDefault(keyspace, List.of()));
        ids.add(id);
        changed.put(keyspace, ids);
        Set<String> left = new TreeSet<>(again);
        left.remove(keyspace);
        return new StepRecord(
                state, detail, waiting, changed, left, progress, downSince, restartedAt, startedAt, finishedAt);
    }

    StepRecord restarted(@Nullable Instant now) {
        return new StepRecord(
                state, detail, waiting, transfers, again, progress, downSince, now, startedAt, finishedAt);
    }

    StepRecord downSince(@Nullable Instant since) {
        return new StepRecord(
                state, detail, waiting, transfers, again, progress, since, restartedAt, startedAt, finishedAt);
    }

    StepRecord again(Set<String> keyspaces) {
        return new StepRecord(
                state, detail, waiting, transfers, keyspaces, progress, downSince, restartedAt, startedAt, finishedAt);
    }
}
