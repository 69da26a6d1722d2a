/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import io.idaeus.api.plan.PlanWay;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How the node is replaced. */
enum ReplaceWay {
    /** Cassandra's own replacement, then the repair that makes it as right as a plan does. */
    CASSANDRA(null, 1),
    /** For writes at QUORUM: each range is merged from two sources. */
    DIRECT(PlanWay.DIRECT, 2),
    SURVEY(PlanWay.SURVEY, 2),
    /** For writes at ALL: one source for each range, as Cassandra's own replacement. */
    DIRECT_ONE(PlanWay.DIRECT, 1),
    SURVEY_ONE(PlanWay.SURVEY, 1);

    private final @Nullable PlanWay plan;
    private final int sources;

    ReplaceWay(@Nullable PlanWay plan, int sources) {
        this.plan = plan;
        this.sources = sources;
    }

    /** As in {@code WAYS}, for instance {@code survey-one}. */
    static ReplaceWay named(String text) {
        return Arrays.stream(values())
                .filter(way -> way.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "WAYS: unknown way " + text + " (expected: some of " + List.of(values()) + ")"));
    }

    /** Not for {@link #CASSANDRA}. */
    PlanWay plan() {
        return Objects.requireNonNull(plan);
    }

    int sources() {
        return sources;
    }

    /** The level at which the plan is told that clients write. */
    String writes() {
        return sources == 1 ? "ALL" : "QUORUM";
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
