/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.node.PendingRanges;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.KnownSidecar;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.ArrayList;
import java.util.List;

/**
 * How the ranges of which nodes write to a new node differ from those that the plan fills. Neither the new node's log nor
 * its state proves that anybody writes to it: only what each of the others says of these ranges does.
 *
 * @param address of the new node
 * @param lacking what is not written to it yet, in words
 * @param foreign what is written to it and was not planned, in words
 */
record PendingWrites(String address, List<String> lacking, List<String> foreign) {
    static PendingWrites of(StepContext context, Members members, String address) {
        List<String> lacking = new ArrayList<>();
        List<String> foreign = new ArrayList<>();
        members.seen().forEach((node, seen) -> {
            for (PlanKeyspace keyspace : context.filled()) {
                String name = keyspace.keyspace();
                List<TokenRange> planned =
                        context.owned(name).stream().map(TokenRange::parse).toList();
                TokenRanges pending = pending(seen.by(), name, address);
                long missing = planned.stream()
                        .filter(range -> !pending.containsAll(TokenRanges.of(range)))
                        .count();
                if (missing > 0) {
                    lacking.add(node.address() + " does not know " + missing + " ranges of " + name);
                }
                TokenRanges more = pending.without(TokenRanges.of(planned));
                if (!more.isEmpty()) {
                    foreign.add(node.address() + ": "
                            + Listed.of(
                                    more.ranges().stream()
                                            .map(TokenRange::toString)
                                            .toList(),
                                    1) + " of " + name);
                }
            }
        });
        return new PendingWrites(address, List.copyOf(lacking), List.copyOf(foreign));
    }

    private static TokenRanges pending(KnownSidecar sidecar, String keyspace, String address) {
        PendingRanges pending = PeerCalls.translated(() -> sidecar.client().pendingRanges(keyspace));
        return TokenRanges.of(pending.ranges().stream()
                .filter(range -> range.addresses().contains(address))
                .map(range -> TokenRange.parse(range.range()))
                .toList());
    }

    /** Whether every node writes exactly the planned ranges to the new one. */
    boolean areAsPlanned() {
        return lacking.isEmpty() && foreign.isEmpty();
    }

    /** Where they are not. What is foreign does not go away by waiting. */
    StepOutcome outcome() {
        return foreign.isEmpty()
                ? StepOutcome.running("writes to " + address + " are not complete yet: " + Listed.of(lacking))
                : StepOutcome.waiting(
                        Cause.CLUSTER_CHANGING,
                        "nodes write ranges to " + address + " that the plan does not fill: " + Listed.of(foreign),
                        "see nodetool status and nodetool ring on these nodes; where it stays so, cancel the plan, do what is"
                                + " left to undo, and make a new one");
    }
}
