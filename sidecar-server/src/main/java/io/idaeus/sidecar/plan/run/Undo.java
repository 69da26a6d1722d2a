/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanTable;
import io.idaeus.sidecar.plan.attempt.SeenNewcomer;
import io.idaeus.sidecar.plan.kind.CloneComparison;
import io.idaeus.sidecar.plan.kind.PlanType;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.start.StartOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tasks that are due after a plan that ends before it is complete. */
public final class Undo {
    private final PlanRecord plan;
    private final PlanDestination newcomer;
    private final Optional<SeenNewcomer> seen;

    private Undo(PlanRecord plan, PlanDestination newcomer, Optional<SeenNewcomer> seen) {
        this.plan = plan;
        this.newcomer = newcomer;
        this.seen = seen;
    }

    /** @param seen each new node, if the coordinator's node answers */
    public static List<PlanDue> of(PlanRecord plan, Function<PlanDestination, Optional<SeenNewcomer>> seen) {
        if (plan.approvedAt() == null) {
            return List.of();
        }
        Stream<PlanDue> undone =
                Stream.of(unclean(plan), unfilled(plan, seen), cloned(plan)).flatMap(each -> each);
        // Due after a join, or, of a cleanup, in any case.
        boolean due = plan.hasReached(
                step -> step.action() == StepAction.JOIN || step.action() == StepAction.CLEAN_UP_MEMBER);
        return Stream.concat(undone, due ? plan.draft().due().stream() : Stream.empty())
                .toList();
    }

    // Names the keyspaces that another cluster's rows were copied into.
    private static Stream<PlanDue> cloned(PlanRecord plan) {
        if (plan.hasReached(step -> step.action() == StepAction.COMPARE)) {
            return Stream.concat(
                    Stream.of(CloneComparison.due(plan.draft().request(), plan.coordinator())),
                    plan.draft().due().stream());
        }
        boolean begun = plan.draft().source() != null
                && plan.hasReached(step -> step.action() == StepAction.FILL || step.action() == StepAction.TRUNCATE);
        return !begun
                ? Stream.empty()
                : plan.draft().keyspaces().stream()
                        .filter(keyspace -> keyspace.treatment() == Treatment.FILL)
                        .map(keyspace -> new PlanDue(
                                "Clone " + keyspace.keyspace() + " again with --truncate, or empty its tables: "
                                        + keyspace.tables().stream()
                                                .map(PlanTable::table)
                                                .collect(Collectors.joining(", ")),
                                null,
                                "the plan ended before all of their rows were in"));
    }

    private static Stream<PlanDue> unfilled(PlanRecord plan, Function<PlanDestination, Optional<SeenNewcomer>> seen) {
        return plan.draft().newcomers().stream()
                .filter(newcomer -> !plan.isDone(newcomer.sidecar()))
                .flatMap(newcomer -> new Undo(plan, newcomer, seen.apply(newcomer)).due().stream());
    }

    private static Stream<PlanDue> unclean(PlanRecord plan) {
        List<String> left = plan.draft().destinations().stream()
                .map(PlanDestination::sidecar)
                .filter(sidecar -> plan.record(StepAction.CLEAN_UP_MEMBER, sidecar)
                        .filter(step -> !step.hasEnded())
                        .isPresent())
                .toList();
        return left.isEmpty()
                ? Stream.empty()
                : Stream.of(new PlanDue(
                        "Clean up the nodes that this plan has not finished: " + Listed.of(left),
                        "idaeus plan cleanup" + options(" --with ", left)
                                + options(" --keyspace ", plan.draft().request().keyspaces()),
                        "until then they keep rows of ranges that they do not own"));
    }

    private static String options(String name, @Nullable List<String> values) {
        return values == null ? "" : values.stream().map(value -> name + value).collect(Collectors.joining());
    }

    private List<PlanDue> due() {
        if (seen.map(SeenNewcomer::member).orElse(false) && hasEverything()) {
            return List.of(new PlanDue(
                    "Restart the new node without the options of the plan",
                    null,
                    "it has joined with all that it owns; with " + StartOptions.OUTSIDE
                            + " it would stay down for the others after its next start"));
        }
        if (seen.map(SeenNewcomer::member).orElse(false)) {
            return List.of(new PlanDue(
                    "Repair the new node",
                    "nodetool repair --full",
                    "it has joined, and lacks what the plan did not bring"));
        }
        String name = PlanType.of(plan.draft().request()).called(newcomer.sidecar());
        List<PlanDue> due = new ArrayList<>();
        if (isStarted()) {
            due.add(new PlanDue(
                    "Stop " + name + "'s Cassandra, and empty its data directories",
                    null,
                    "it holds a part of the data; started again, it could join with it"));
        }
        if (isKnown()) {
            due.add(new PlanDue(
                    "Remove " + name + " from the ring",
                    removalCommand(),
                    "until then, writes at QUORUM of its ranges fail, and no other node can join"));
        } else if (hasBegunToJoin()) {
            // They forget one that is silent for their ring delay. To assassinate it as well would keep them from
            // hearing
            // of its next start. One that hibernates is never forgotten, and has no line in nodetool status.
            due.add(new PlanDue(
                    "A minute after it was stopped, look whether the other nodes still know " + name,
                    "nodetool gossipinfo",
                    "where one lists it, and not with STATUS LEFT, run " + removalCommand()
                            + " there; where none does, do not"));
        }
        return due;
    }

    private boolean hasEverything() {
        return plan.record(StepAction.JOIN, newcomer.sidecar())
                .filter(StepRecord::hasEnded)
                .isPresent();
    }

    private boolean isStarted() {
        return plan.hasReached(step -> step.start() != null, newcomer.sidecar());
    }

    private String removalCommand() {
        return seen.map(each -> each.removal(plan)).orElseGet(() -> SeenNewcomer.likelyRemoval(plan, newcomer));
    }

    private boolean hasBegunToJoin() {
        return plan.hasReached(step -> step.action().announces(), newcomer.sidecar());
    }

    // By the other nodes. From 6.0 on a node outside the ring is registered with the cluster, too.
    private boolean isKnown() {
        boolean epochs = plan.draft().cluster().epoch() != null;
        return seen.map(SeenNewcomer::pending).orElseGet(this::hasBegunToJoin) || (epochs && isStarted());
    }
}
