/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.ClaimedSources;
import io.idaeus.api.claim.SourceCheck.UnusableSource;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanSource;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.value.Bounds;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.attempt.Obstacles;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.cluster.PeerCalls;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Whether each destination can pull from its sources in another cluster, before its tables are emptied. In plans within one
 * cluster nothing is emptied: there FILL finds a source where it is by then, or waits for it.
 */
final class CloneSources {
    private static final Duration LEAST = Duration.ofSeconds(60);
    private static final Duration MOST = Duration.ofMinutes(5);
    private static final Duration EACH = Duration.ofSeconds(3);
    private static final int NAMED = 100;

    private final StepContext context;

    CloneSources(StepContext context) {
        this.context = context;
    }

    /**
     * The waits for destinations that cannot pull from all of their sources; none for other plans.
     *
     * @throws ProblemException CLAIM_SUPERSEDED
     */
    List<StepOutcome.Waiting> unusable() {
        if (context.type().otherCluster().isEmpty()) {
            return List.of();
        }
        List<PlanDestination> destinations = context.plan().draft().destinations().stream()
                .filter(destination -> !destination.sources().isEmpty())
                .toList();
        Map<String, List<StepOutcome.Waiting>> found = new ConcurrentSkipListMap<>();
        Map<String, ProblemException> failed = new ConcurrentSkipListMap<>();
        List<StepOutcome.Waiting> all = new ArrayList<>();
        try {
            Map<PlanDestination, String> unused = context.directory()
                    .each(
                            destinations,
                            destination -> look(destination, found, failed),
                            PlanDestination::sidecar,
                            TimeLimit.of(
                                    "the check of the sources", limit(destinations.size()), () -> !context.isWanted()));
        } catch (ProblemException e) {
            // The obstacles of destinations that have answered are named all the same.
            all.add(Obstacles.waiting(e));
        }
        for (ProblemException failure : failed.values()) {
            if (failure.type() == ProblemType.CLAIM_SUPERSEDED) {
                throw failure;
            }
            all.add(Obstacles.waiting(failure));
        }
        found.values().forEach(all::addAll);
        return all;
    }

    private static Duration limit(int destinations) {
        Duration limit = LEAST.plus(EACH.multipliedBy(destinations));
        return limit.compareTo(MOST) < 0 ? limit : MOST;
    }

    private void look(
            PlanDestination destination,
            Map<String, List<StepOutcome.Waiting>> found,
            Map<String, ProblemException> failed) {
        try {
            found.put(
                    destination.sidecar(),
                    waits(destination.sidecar(), PeerCalls.translated(() -> unusable(destination))));
        } catch (ProblemException e) {
            failed.put(destination.sidecar(), e);
        }
    }

    private List<UnusableSource> unusable(PlanDestination destination) {
        SidecarClient client = context.directory().at(destination.sidecar()).client();
        if (!client.host().offers(NodeInfo.SOURCE_CHECKS)) {
            return List.of();
        }
        String cluster = context.plan().draft().sources().name();
        List<SourceRef> sources = destination.sources().stream()
                .map(PlanSource::node)
                .filter(node -> node.sidecar() != null)
                .map(node -> new SourceRef(String.valueOf(node.sidecar()), node.hostId(), cluster, null))
                .toList();
        List<UnusableSource> unusable = new ArrayList<>();
        for (int i = 0; i < sources.size(); i += Bounds.MAX_SOURCES) {
            List<SourceRef> some = sources.subList(i, Math.min(i + Bounds.MAX_SOURCES, sources.size()));
            unusable.addAll(client.claims()
                    .checkSources(
                            context.plan().id(),
                            new ClaimedSources(
                                    context.plan().draft().digest(),
                                    context.plan().fence(),
                                    some))
                    .unusable());
        }
        return unusable;
    }

    private static List<StepOutcome.Waiting> waits(String destination, List<UnusableSource> unusable) {
        List<UnusableSource> refused = unusable.stream()
                .filter(source -> source.problem().equals(ProblemType.PEER_NOT_ALLOWED.uri()))
                .toList();
        List<UnusableSource> others =
                unusable.stream().filter(source -> !refused.contains(source)).toList();
        List<StepOutcome.Waiting> waits = new ArrayList<>();
        if (!refused.isEmpty()) {
            waits.add(StepOutcome.waiting(
                    Cause.REFUSED,
                    detail(destination, refused),
                    "add "
                            + Listed.of(
                                    refused.stream()
                                            .map(source ->
                                                    URI.create(source.uri()).getRawAuthority())
                                            .toList(),
                                    NAMED)
                            + " to peers.allow in the configuration of " + destination
                            + ", and restart that sidecar; the plan then continues by itself"));
        }
        if (!others.isEmpty()) {
            waits.add(StepOutcome.waiting(
                    Cause.TOO_FEW_SOURCES,
                    detail(destination, others),
                    "remove the cause; the plan then continues by itself"));
        }
        return waits;
    }

    private static String detail(String destination, List<UnusableSource> unusable) {
        return destination + " cannot pull from "
                + Listed.of(unusable.stream().map(UnusableSource::uri).toList(), NAMED) + ": "
                + unusable.get(0).detail();
    }
}
