/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.record;

import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.transfer.TransferProgress;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How far a step is. What later attempts and later steps decide by has a component of its own; {@code detail} and
 * {@code waiting} are for people, and nothing is read from them.
 *
 * @param transfers ids of its transfers at the destination, by the name of their part of a keyspace; the last of a part is the
 *     one that counts
 * @param again keyspaces whose last transfer does not count any more
 * @param downSince since when a replica is down that the step could do without; null while all are up
 * @param restartedAt when {@code cassandra.lifecycle} was last asked to start Cassandra
 * @param silentSince since when the new node's Cassandra did not answer before its start in the step; null where it never
 *     was silent
 * @param calledAt when the new node's Cassandra was first told to enter write survey; null where it never was
 * @param writtenTo since when every node writes to the new one
 * @param cleaned how many tables of the plan, in their order, are clean; null for none
 * @param oldestSnapshot when the oldest snapshot was taken that rows of the step are from; null where that is not known
 * @param comparison id of its comparison, at the coordinator; null where it has none
 */
// All but the state is unknown at first.
@RecordBuilder
@RecordBuilder.Options(builderMode = RecordBuilder.BuilderMode.STANDARD)
public record StepRecord(
        PlanStep.State state,
        @Nullable String detail,
        @Nullable PlanWait waiting,
        Map<String, List<String>> transfers,
        Set<String> again,
        @Nullable TransferProgress progress,
        @Nullable Instant downSince,
        @Nullable Instant restartedAt,
        @Nullable Instant silentSince,
        @Nullable Instant calledAt,
        @Nullable WrittenTo writtenTo,
        @Nullable Integer cleaned,
        @Nullable Instant oldestSnapshot,
        @Nullable String comparison,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt)
        implements StepRecordBuilder.With {
    public static final StepRecord PENDING =
            StepRecordBuilder.builder().state(PlanStep.State.PENDING).build();

    public StepRecord {
        transfers = transfers == null ? Map.of() : Map.copyOf(transfers);
        again = again == null ? Set.of() : Set.copyOf(again);
    }

    public boolean hasEnded() {
        return state == PlanStep.State.DONE || state == PlanStep.State.SKIPPED;
    }

    public StepRecord begun(Instant now) {
        return with(step -> step.state(PlanStep.State.RUNNING)
                .detail(null)
                .waiting(null)
                .progress(null)
                .downSince(null)
                .silentSince(null)
                .writtenTo(null)
                .cleaned(null)
                .oldestSnapshot(null)
                .comparison(null)
                .startedAt(now)
                .finishedAt(null));
    }

    public StepRecord running(String what, @Nullable TransferProgress moved) {
        return with(step -> step.state(PlanStep.State.RUNNING)
                .detail(what)
                .waiting(null)
                .progress(moved)
                .finishedAt(null));
    }

    public StepRecord waitingFor(StepOutcome.Waiting what, Instant now) {
        Instant since = waiting != null && waiting.cause() == what.cause() ? waiting.since() : now;
        return with(step -> step.state(PlanStep.State.WAITING)
                .waiting(new PlanWait(what.cause(), what.detail(), what.remedy(), since))
                .finishedAt(null));
    }

    public StepRecord done(String what, Instant now) {
        return with(step ->
                step.state(PlanStep.State.DONE).detail(what).waiting(null).finishedAt(now));
    }

    /** Adds a transfer of a keyspace. */
    public StepRecord withTransfer(String keyspace, String id) {
        Map<String, List<String>> changed = new TreeMap<>(transfers);
        List<String> ids = new ArrayList<>(changed.getOrDefault(keyspace, List.of()));
        ids.add(id);
        changed.put(keyspace, ids);
        Set<String> left = new TreeSet<>(again);
        left.remove(keyspace);
        return with(step -> step.transfers(changed).again(left));
    }
}
