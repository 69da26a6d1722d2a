/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.attempt;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.OneLine;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Everything that keeps a step from going on, as one wait: an operator removes all of it at once. */
public final class Waits {
    /** How many reasons are written out. The others are counted. */
    public static final int NAMED = 5;

    // The longest text of each, where there are several: a refusal can name many findings.
    private static final int LONGEST = 1_000;

    private final Set<StepOutcome.Waiting> found = new LinkedHashSet<>();

    public Waits and(StepOutcome.Waiting wait) {
        found.add(wait);
        return this;
    }

    public Waits and(Collection<StepOutcome.Waiting> waits) {
        found.addAll(waits);
        return this;
    }

    /**
     * Asks. A question that fails is a reason to wait, too, and does not hide the others.
     *
     * @throws ProblemException CLAIM_SUPERSEDED
     */
    public Waits look(Supplier<Optional<StepOutcome.Waiting>> question) {
        try {
            PeerCalls.translated(question).ifPresent(found::add);
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CLAIM_SUPERSEDED) {
                throw e;
            }
            found.add(Obstacles.waiting(e));
        }
        return this;
    }

    /** With the cause of the first; empty where there is none. */
    public Optional<StepOutcome> asOne() {
        List<StepOutcome.Waiting> all = List.copyOf(found);
        if (all.size() <= 1) {
            return all.stream().map(StepOutcome.class::cast).findFirst();
        }
        List<String> details = all.stream()
                .map(wait -> OneLine.of(wait.detail(), LONGEST))
                .distinct()
                .toList();
        List<String> remedies =
                all.stream().map(StepOutcome.Waiting::remedy).distinct().toList();
        return Optional.of(StepOutcome.waiting(
                all.get(0).cause(), Listed.clauses(details, NAMED), Listed.clauses(remedies, NAMED)));
    }
}
