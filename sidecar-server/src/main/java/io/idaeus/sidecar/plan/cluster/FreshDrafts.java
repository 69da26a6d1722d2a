/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.problem.TimeLimit;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/** Drafts from what the cluster is like now. */
public final class FreshDrafts {
    /** Shorter than the idaeus command waits. */
    private static final Duration LIMIT = Duration.ofSeconds(100);

    private final SidecarDirectory directory;
    private final ClusterGatherer gatherer;
    private final Duration limit;

    public FreshDrafts(SidecarDirectory directory) {
        this(directory, LIMIT);
    }

    FreshDrafts(SidecarDirectory directory, Duration limit) {
        this.directory = directory;
        this.gatherer = new ClusterGatherer(directory);
        this.limit = limit;
    }

    /** As {@link #draft(PlanRequest, BooleanSupplier)}, for a caller who stays. */
    public Draft draft(PlanRequest request) {
        return draft(request, () -> false);
    }

    /**
     * @param unwanted whether nobody waits for the draft any more; asked often
     * @throws ProblemException CASSANDRA_UNAVAILABLE, PEER_UNREACHABLE, PEER_NOT_ALLOWED, PEER_FAILED, UNPROCESSABLE,
     *     INVALID_REQUEST, TIME_LIMIT
     */
    public Draft draft(PlanRequest request, BooleanSupplier unwanted) {
        return look(request, unwanted).draft();
    }

    /**
     * As {@link #draft(PlanRequest)}, of the cluster as it is now. Each draft leaves out some sources, by the host ids of
     * members that serve nothing.
     */
    public Function<Set<String>, Draft> draftsWithout(PlanRequest request) {
        ClusterFacts facts = gatherer.gather(request, time(() -> false));
        return hostIds -> PlanDrafter.draft(request, facts.without(hostIds), time(() -> false));
    }

    /** As {@link #draft(PlanRequest)}, with what it was made from. */
    public FreshDraft look(PlanRequest request) {
        return look(request, () -> false);
    }

    private FreshDraft look(PlanRequest request, BooleanSupplier unwanted) {
        TimeLimit time = time(unwanted);
        ClusterFacts facts = gatherer.gather(request, time);
        return new FreshDraft(
                PlanDrafter.draft(request, facts, time),
                facts.members().stream().flatMap(this::seen).toList());
    }

    private TimeLimit time(BooleanSupplier unwanted) {
        return TimeLimit.of("the draft of the plan", limit, unwanted);
    }

    private Stream<ClusterSeen> seen(MemberFacts member) {
        String sidecar = member.sidecar();
        return Stream.ofNullable(member.view())
                .filter(view -> sidecar != null)
                .map(view -> new ClusterSeen(directory.at(String.valueOf(sidecar)), view));
    }
}
