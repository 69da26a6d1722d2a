/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.ClaimRequest;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.client.ClaimsClient;
import io.idaeus.sidecar.plan.attempt.Waits;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.record.DraftParts;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The claims of a plan at its destinations, which keep what a sidecar that adopts the plan needs. Thread-safe. */
final class DestinationClaims {
    private static final Logger LOG = LoggerFactory.getLogger(DestinationClaims.class);
    private static final Duration INTERVAL = Duration.ofSeconds(20);

    private final SidecarDirectory directory;
    private final Clock clock;
    private volatile Instant claimedAt = Instant.EPOCH;
    // By destination.
    private volatile Map<String, ProblemException> refusals = Map.of();

    DestinationClaims(SidecarDirectory directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * Asks every destination.
     *
     * @throws ProblemException also where a destination does not answer: it names all that fail. CLAIM_SUPERSEDED
     */
    void claim(PlanRecord plan) {
        Map<String, ProblemException> failures = claimed(plan);
        if (!failures.isEmpty()) {
            throw asOne(List.copyOf(failures.values()));
        }
    }

    // Claims the destinations. Returns the failures, by destination.
    private Map<String, ProblemException> claimed(PlanRecord plan) {
        claimedAt = clock.instant();
        Map<String, ProblemException> failures = new LinkedHashMap<>();
        for (String destination : destinations(plan)) {
            try {
                if (failures.isEmpty() || !takesFromAnother(plan, destination)) {
                    claim(plan, destination);
                }
            } catch (ProblemException e) {
                if (e.type() == ProblemType.CLAIM_SUPERSEDED) {
                    throw e;
                }
                failures.put(destination, e);
            }
        }
        return failures;
    }

    // Where one destination refuses an adoption, the coordinator before keeps the next ones.
    private boolean takesFromAnother(PlanRecord plan, String destination) {
        return plan.fence() > 1
                && PeerCalls.translated(() -> directory
                                        .at(destination)
                                        .client()
                                        .claims()
                                        .get(plan.id()))
                                .fence()
                        < plan.fence();
    }

    private void claim(PlanRecord plan, String destination) {
        ClaimRequest request =
                new ClaimRequest(plan.draft().digest(), plan.fence(), plan.coordinator(), DraftParts.progress(plan));
        ClaimsClient claims = directory.at(destination).client().claims();
        PeerCalls.translated(() -> {
            // One that has lost its disk gets the draft again.
            if (!claims.claim(plan.id(), request).draftKept()) {
                DraftParts.send(claims, plan);
            }
            return true;
        });
    }

    // The type is that of the first that says more than that it does not answer.
    static ProblemException asOne(List<ProblemException> failures) {
        ProblemException first = failures.stream()
                .filter(failure -> failure.type() != ProblemType.PEER_UNREACHABLE)
                .findFirst()
                .orElse(failures.get(0));
        if (failures.size() == 1) {
            return first;
        }
        List<String> messages = failures.stream()
                .map(Throwable::getMessage)
                .map(String::valueOf)
                .toList();
        ProblemException all =
                new ProblemException(first.type(), Listed.clauses(messages, Waits.NAMED), first.getCause());
        failures.forEach(all::addSuppressed);
        return all;
    }

    /**
     * Tells the destinations how far the plan is. One that does not answer is found by the steps that need it, which say what
     * to do; one that refuses keeps its own steps.
     *
     * @throws ProblemException CLAIM_SUPERSEDED
     */
    void update(PlanRecord plan) {
        Map<String, ProblemException> failures = claimed(plan);
        failures.forEach((destination, failure) ->
                LOG.warn("plan {}: {} is not told how far it is: {}", plan.id(), destination, failure.getMessage()));
        failures.values().removeIf(failure -> failure.type() == ProblemType.PEER_UNREACHABLE);
        refusals = Map.copyOf(failures);
    }

    /** Why the destination of a step refused the last update. */
    Optional<ProblemException> refusal(PlannedStep step) {
        return Optional.ofNullable(step.destination()).map(refusals::get);
    }

    /** Updates the claims unless that was done lately, and none was refused. So an adoption is noticed, however long a step takes. */
    void updateIfDue(PlanRecord plan) {
        if (!refusals.isEmpty() || claimedAt.plus(INTERVAL).isBefore(clock.instant())) {
            update(plan);
        }
    }

    /** Lets the destinations go. One that does not answer keeps its claim. */
    void release(PlanRecord plan) {
        for (String destination : destinations(plan)) {
            try {
                PeerCalls.made(() -> directory.at(destination).client().claims().release(plan.id(), plan.fence()));
            } catch (ProblemException e) {
                LOG.warn("plan {}: {} is not released: {}", plan.id(), destination, e.getMessage());
            }
        }
    }

    private static List<String> destinations(PlanRecord plan) {
        return plan.draft().destinations().stream()
                .map(PlanDestination::sidecar)
                .toList();
    }
}
