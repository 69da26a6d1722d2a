/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import io.idaeus.api.plan.PlanState;
import io.idaeus.client.ClaimsClient;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.record.PlanRecord;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The transfers of a plan's steps, at their destinations. */
record PlanTransfers(SidecarDirectory directory) {
    private static final Logger LOG = LoggerFactory.getLogger(PlanTransfers.class);

    /**
     * Pauses or resumes those at the destinations whose turn it is, as the plan is.
     *
     * @throws ProblemException where a destination does not answer; the others have followed
     */
    void follow(PlanRecord plan) {
        List<ProblemException> failures = new ArrayList<>();
        Set<String> destinations = plan.turn().stream()
                .map(plan.draft().steps()::get)
                .map(PlannedStep::destination)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(TreeSet::new));
        for (String destination : destinations) {
            try {
                follow(plan, destination);
            } catch (ProblemException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            throw DestinationClaims.asOne(failures);
        }
    }

    // The transfers of every step: one may have begun to move what a later one needs.
    private void follow(PlanRecord plan, String destination) {
        ClaimsClient claims = directory.at(destination).client().claims();
        IntStream.range(0, plan.steps().size())
                .filter(index ->
                        destination.equals(plan.draft().steps().get(index).destination()))
                .mapToObj(plan.steps()::get)
                .flatMap(step -> step.transfers().values().stream())
                .map(ids -> ids.get(ids.size() - 1))
                .forEach(id -> follow(claims, plan.id(), id, plan.state() == PlanState.PAUSED));
    }

    private static void follow(ClaimsClient claims, String plan, String transfer, boolean pause) {
        PeerCalls.translated(() -> {
            if (!claims.transfer(plan, transfer).state().isFinal()) {
                return pause ? claims.pauseTransfer(plan, transfer) : claims.resumeTransfer(plan, transfer);
            }
            return null;
        });
    }

    /** Cancels all of them, but for those at destinations that do not answer. */
    void cancelAll(PlanRecord plan) {
        cancel(plan, IntStream.range(0, plan.steps().size()).boxed().toList());
    }

    /** @param steps counted from 0 */
    void cancel(PlanRecord plan, List<Integer> steps) {
        for (int step : steps) {
            String destination = plan.draft().steps().get(step).destination();
            if (destination != null) {
                plan.steps().get(step).transfers().values().stream()
                        .flatMap(List::stream)
                        .forEach(id -> cancel(plan.id(), destination, id));
            }
        }
    }

    private void cancel(String plan, String destination, String id) {
        try {
            PeerCalls.translated(
                    () -> directory.at(destination).client().claims().cancelTransfer(plan, id));
        } catch (ProblemException e) {
            LOG.warn("transfer {} at {} is not cancelled: {}", id, destination, e.getMessage());
        }
    }
}
