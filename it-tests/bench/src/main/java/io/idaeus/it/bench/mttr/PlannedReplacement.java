/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanState;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.it.bench.mttr.TimedReplacement.Stopwatch;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.plans.PlanDriver;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A replacement by a plan, whose sidecar restarts Cassandra by itself. */
final class PlannedReplacement {
    private static final Duration BOUND = Duration.ofHours(1);

    // The step in a plan without a join.
    private static final int SECOND_START = 4;

    private final ReplacedRing ring;
    private final CassandraNode added;
    private final Stopwatch watch;
    private @Nullable Double normal;
    private @Nullable Double join;
    private @Nullable Double complete;

    private PlannedReplacement(ReplacedRing ring, CassandraNode added) throws IOException {
        this.ring = ring;
        this.added = added;
        this.watch = new Stopwatch();
    }

    static TimedReplacement run(ReplaceWay way, ReplacedRing ring, CassandraNode added) throws IOException {
        try (PlanDriver plan = ring.replacement(added, way)) {
            Plan made = plan.planned();
            requireFill(way, made, ring.keyspace());
            return new PlannedReplacement(ring, added).follow(plan, made);
        }
    }

    private static void requireFill(ReplaceWay way, Plan plan, String name) {
        boolean asExpected = plan.keyspaces().stream()
                .anyMatch(keyspace -> keyspace.keyspace().equals(name)
                        && keyspace.treatment() == PlanKeyspace.Treatment.FILL
                        && keyspace.copies() == way.sources());
        if (!asExpected) {
            throw new IllegalStateException(
                    way + ": the plan does not fill from " + way.sources() + " sources: " + plan.keyspaces());
        }
    }

    private TimedReplacement follow(PlanDriver driver, Plan made) {
        Instant began = Instant.now();
        driver.approve(made);
        Plan ended = driver.drive("the end", BOUND, plan -> {
            look(plan);
            return false;
        });
        if (ended.state() != PlanState.COMPLETED || normal == null || join == null || complete == null) {
            throw new IllegalStateException("the plan ended without a member: " + PlanDriver.brief(ended));
        }
        PlanDestination destination = ended.destinations().get(0);
        return new TimedReplacement(
                normal,
                join,
                complete,
                seconds(began, Objects.requireNonNull(ended.finishedAt())),
                phases(began, ended),
                destination.bytes(),
                destination.bytesNeeded(),
                watch.cpuSeconds());
    }

    private void look(Plan plan) {
        if (!added.isAlive()) {
            added.attach();
        }
        if (normal == null && mayBeMember(plan) && ring.isMember(added)) {
            normal = watch.seconds();
            join = seconds(startOf(added.pid()), Instant.now());
        }
        if (complete == null && normal != null && plan.steps().stream().allMatch(PlannedReplacement::bringsNoMore)) {
            complete = watch.complete();
        }
    }

    private static Instant startOf(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().startInstant())
                .orElseThrow(() -> new IllegalStateException("D has ended: process " + pid));
    }

    // Spares the nodes the question while they are busy.
    private static boolean mayBeMember(Plan plan) {
        boolean joins = plan.steps().stream().anyMatch(step -> step.kind() == PlanStep.Kind.JOIN);
        return plan.steps().stream()
                .filter(step -> joins ? step.kind() == PlanStep.Kind.JOIN : step.number() == SECOND_START)
                .anyMatch(step -> step.startedAt() != null);
    }

    private static boolean bringsNoMore(PlanStep step) {
        return switch (step.kind()) {
            case FILL, DELTA -> step.state() == PlanStep.State.DONE;
            default -> true;
        };
    }

    // A step lasts until the next begins.
    private static List<Phase> phases(Instant began, Plan ended) {
        List<Phase> phases = new ArrayList<>();
        Instant before = began;
        List<PlanStep> steps = ended.steps();
        for (int i = 0; i < steps.size(); i++) {
            Instant next = i + 1 < steps.size()
                    ? steps.get(i + 1).startedAt()
                    : steps.get(i).finishedAt();
            Instant end = Objects.requireNonNull(next);
            phases.add(new Phase(steps.get(i).title(), seconds(before, end)));
            before = end;
        }
        return phases;
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }
}
