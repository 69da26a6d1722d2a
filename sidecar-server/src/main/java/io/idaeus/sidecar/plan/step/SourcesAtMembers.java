/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.step;

import io.idaeus.api.ProblemType;
import io.idaeus.api.claim.ClaimedSources;
import io.idaeus.api.claim.SourceCheck.UnusableSource;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanSource;
import io.idaeus.api.plan.PlanWait.Cause;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.value.Bounds;
import io.idaeus.client.ClaimsClient;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.plan.attempt.StepContext;
import io.idaeus.sidecar.plan.record.StepOutcome;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.TimeLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Whether the members that a plan fills may pull from their sources, before the plan changes anything. New nodes are not
 * asked: they know the ring only once their Cassandra runs, and FILL waits for it.
 */
final class SourcesAtMembers {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int NAMED = 20;

    private final StepContext context;

    SourcesAtMembers(StepContext context) {
        this.context = context;
    }

    /** One wait for each destination that cannot pull from all of its sources. */
    List<StepOutcome.Waiting> unusable() {
        List<PlanDestination> members = context.plan().draft().destinations().stream()
                .filter(destination ->
                        destination.starts().isEmpty() && !destination.sources().isEmpty())
                .toList();
        Map<String, List<UnusableSource>> unusable = new ConcurrentSkipListMap<>();
        Map<PlanDestination, String> failures = context.directory()
                .each(
                        members,
                        member -> unusable.put(member.sidecar(), unusable(member)),
                        PlanDestination::sidecar,
                        TimeLimit.of("the check of the sources", LIMIT, () -> false));
        List<StepOutcome.Waiting> waits = new ArrayList<>();
        new TreeMap<>(unusable).forEach((member, sources) -> {
            if (!sources.isEmpty()) {
                waits.add(waiting(member, sources));
            }
        });
        failures.values()
                .forEach(failure -> waits.add(StepOutcome.waiting(
                        Cause.NODE_DOWN, failure, "remove the cause; the plan then continues by itself")));
        return waits;
    }

    private List<UnusableSource> unusable(PlanDestination member) {
        String cluster = context.plan().draft().sources().name();
        List<SourceRef> sources = member.sources().stream()
                .map(PlanSource::node)
                .filter(node -> node.sidecar() != null)
                .map(node -> new SourceRef(String.valueOf(node.sidecar()), node.hostId(), cluster, null))
                .toList();
        ClaimsClient claims = context.directory().at(member.sidecar()).client().claims();
        List<UnusableSource> unusable = new ArrayList<>();
        for (int i = 0; i < sources.size(); i += Bounds.MAX_SOURCES) {
            List<SourceRef> some = sources.subList(i, Math.min(i + Bounds.MAX_SOURCES, sources.size()));
            unusable.addAll(unusable(claims, some));
        }
        return unusable;
    }

    private List<UnusableSource> unusable(ClaimsClient claims, List<SourceRef> sources) {
        try {
            return claims.checkSources(
                            context.plan().id(),
                            new ClaimedSources(
                                    context.plan().draft().digest(),
                                    context.plan().fence(),
                                    sources))
                    .unusable();
        } catch (SidecarException e) {
            if (e.is(ProblemType.NOT_FOUND)) {
                // An earlier sidecar cannot tell; FILL waits.
                return List.of();
            }
            throw e;
        }
    }

    private static StepOutcome.Waiting waiting(String member, List<UnusableSource> unusable) {
        String uris = Listed.of(unusable.stream().map(UnusableSource::uri).toList(), NAMED);
        boolean refused =
                unusable.stream().anyMatch(source -> source.problem().equals(ProblemType.PEER_NOT_ALLOWED.uri()));
        return StepOutcome.waiting(
                refused ? Cause.REFUSED : Cause.TOO_FEW_SOURCES,
                member + " cannot pull from " + uris + ": " + unusable.get(0).detail(),
                refused
                        ? "add all of these to peers.allow in the configuration of " + member
                                + ", and restart that sidecar; the plan then continues by itself"
                        : "remove the cause; the plan then continues by itself");
    }
}
