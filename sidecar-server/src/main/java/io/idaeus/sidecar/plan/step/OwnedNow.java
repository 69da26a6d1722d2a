/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.sidecar.plan.attempt.RingLooks;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The ranges that a node owns of a keyspace at the end of its plan. The ring may have changed since it joined.
 *
 * @param planned what the plan has filled, and has not passed on
 */
record OwnedNow(String keyspace, TokenRanges planned, TokenRanges found) {
    static OwnedNow of(StepContext context, String keyspace, String hostId) {
        return new OwnedNow(
                keyspace,
                parsed(context.owned(keyspace)).without(parsed(passedOn(context, keyspace))),
                parsed(RingLooks.ranges(context.askRing(keyspace), hostId)));
    }

    // To nodes that have joined after it, as planned.
    private static List<String> passedOn(StepContext context, String keyspace) {
        return context.plan().draft().ranges().stream()
                .filter(range -> keyspace.equals(range.keyspace())
                        && Objects.equals(range.from(), context.step().destination()))
                .map(PlanRange::range)
                .toList();
    }

    private static TokenRanges parsed(Collection<String> ranges) {
        return TokenRanges.of(ranges.stream().map(TokenRange::parse).toList());
    }

    String describe() {
        if (found.equals(planned)) {
            return keyspace + ": the node owns what was planned, " + percent(found) + " of the ring";
        }
        return keyspace + ": the ring has changed since the node joined, which owns " + percent(found)
                + " of it (planned: " + percent(planned) + ")";
    }

    private static String percent(TokenRanges ranges) {
        return Math.round(100 * ranges.share()) + " %";
    }

    /** Empty where the plan has filled all of it. */
    Optional<PlanDue> due(String address) {
        return planned.containsAll(found)
                ? Optional.empty()
                : Optional.of(new PlanDue(
                        "Repair " + keyspace + " on " + address,
                        "nodetool repair --full " + keyspace,
                        "the ring has changed since the node joined, and it owns ranges that the plan did not fill"));
    }
}
