/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanStart;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.plan.record.StepRecord;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.start.StartOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks whether every node has seen the dead node down for long enough. By default Cassandra itself waits for this long,
 * so that it replaces no node that merely pauses; where a plan shortens that wait, the plan looks instead.
 */
final class SeenDown {
    /** The time that Cassandra waits by default. */
    static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

    /** Where nothing is started in between, which takes as long as half a minute: 6.0. */
    static final Duration LONG_ENOUGH_ON_CALL = Duration.ofMinutes(2);

    private SeenDown() {}

    /** Before the new node is started to take the place of the dead one. Empty where it may. */
    static Optional<StepOutcome> tooShort(StepContext context, PlanStart start) {
        // 6.0 does not wait at all.
        boolean epochs = context.plan().draft().cluster().epoch() != null;
        boolean shortened = isShortened(start);
        Duration enough = epochs ? LONG_ENOUGH_ON_CALL : LONG_ENOUGH;
        Optional<PlanNode> dead = context.dead().filter(any -> shortened || epochs);
        return dead.flatMap(node -> {
            Members members = Members.of(context);
            Optional<StepOutcome> silent = members.silent().map(StepOutcome.class::cast);
            return silent.isPresent() ? silent : tooShort(node, members, shortened, enough);
        });
    }

    private static Optional<StepOutcome> tooShort(PlanNode dead, Members members, boolean mustTell, Duration enough) {
        List<String> unknown = new ArrayList<>();
        List<String> late = new ArrayList<>();
        members.seen().forEach((by, seen) -> seen.view().nodes().stream()
                .filter(node -> node.hostId().equals(dead.hostId()))
                .map(ClusterNode::downMillis)
                .forEach(millis -> {
                    if (millis == null) {
                        unknown.add(by.address());
                    } else if (millis < enough.toMillis()) {
                        late.add(by.address() + " for " + millis / 1000 + " s");
                    }
                }));
        if (mustTell && !unknown.isEmpty()) {
            return Optional.of(
                    StepOutcome.waiting(
                            Cause.CLUSTER_CHANGING,
                            "these nodes do not tell for how long they have seen the dead node " + dead.address()
                                    + " down: " + Listed.of(unknown),
                            "upgrade their sidecars, or let their roles EXECUTE on the MBean Gossiper; or cancel the plan, and make a new one with --join-delays cassandra"));
        }
        return late.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        StepOutcome.running("the dead node " + dead.address() + " may only pause: it is seen down by "
                                + Listed.of(late) + " (expected: " + enough.toSeconds() + " s)"));
    }

    /** The same where the new node was started before this plan asked for it: the dead node cannot be seen any more. */
    static Optional<StepOutcome> tooShort(StepContext context) {
        boolean shortened = context.planned().starts().stream().anyMatch(SeenDown::isShortened);
        Optional<Instant> seen = context.plan()
                .record(StepAction.CHECK, null)
                .map(StepRecord::finishedAt)
                .filter(any -> shortened);
        return seen.map(checked -> checked.plus(LONG_ENOUGH))
                .filter(until -> until.isAfter(context.clock().instant()))
                .map(until ->
                        StepOutcome.running("the dead node may only pause: it has been seen down by every node for"
                                + " long enough at " + until));
    }

    private static boolean isShortened(PlanStart start) {
        return start.jvmOptions().containsAll(StartOptions.SHORT_DELAYS);
    }
}
