/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanVisibility;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.plan.way.Levels;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The nodes of a data centre get what they own from another one. */
record Rebuild(PlanRequest request) implements PlanType {
    @Override
    public void checkRequest() {
        RequestShape.requireNoClone(request);
        RequestShape.require(
                request.datacenter() != null && request.sourceDatacenter() != null,
                "datacenter and sourceDatacenter (expected: the data centre to fill, and the one to fill it from)");
        RequestShape.require(request.dead() == null && request.way() == null, "dead and way are for kind REPLACE");
        RequestShape.requireNoNewTokens(request);
    }

    @Override
    public List<String> newcomers() {
        return List.of();
    }

    @Override
    public List<String> namedMembers() {
        return Stream.of(request.sidecars(), request.destinations())
                .flatMap(named -> RequestShape.orNone(named).stream())
                .toList();
    }

    @Override
    public List<String> chosen() {
        return RequestShape.orNone(request.destinations());
    }

    @Override
    public Optional<JoinWay> way() {
        return Optional.empty();
    }

    @Override
    public boolean isDestination(ClusterNode member) {
        return member.datacenter().equals(request.datacenter());
    }

    @Override
    public Draft draft(ClusterFacts facts, TimeLimit time) {
        return new RebuildDrafter(request, facts, time).draft();
    }

    // The sources of one range at several destinations depend on each other.
    @Override
    public boolean mayReplaceSources() {
        return false;
    }

    /** The effect on reads and writes while a data centre is filled from another one. */
    static List<PlanVisibility> visibility() {
        Map<String, String> writes = Levels.of(Levels.RIGHT, Levels.RIGHT, Levels.RIGHT, Levels.RIGHT);
        return List.of(
                new PlanVisibility(
                        "until the last FILL, in the new data centre",
                        Levels.of(Levels.MISSES, Levels.MISSES, Levels.MISSES, Levels.RIGHT),
                        writes,
                        "Keep clients in the data centre that is the source, at LOCAL_* levels."),
                new PlanVisibility(
                        "until the last FILL, in the data centre of the sources",
                        Levels.of(Levels.MISSES, Levels.RIGHT, Levels.MISSES, Levels.RIGHT),
                        writes,
                        "ONE and QUORUM may be answered from the data centre that is filled."),
                Levels.afterwards());
    }
}
