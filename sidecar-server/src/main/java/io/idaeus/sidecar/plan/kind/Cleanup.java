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

/** Nodes remove the rows of ranges that they do not own, for instance of those that they have lost to new nodes. */
record Cleanup(PlanRequest request) implements PlanType {
    @Override
    public void checkRequest() {
        RequestShape.requireNoClone(request);
        RequestShape.require(
                request.dead() == null && request.way() == null && request.maxAmplification() == null,
                "dead, way and maxAmplification are for kind REPLACE");
        RequestShape.require(request.sourceDatacenter() == null, "sourceDatacenter is for kind REBUILD");
        RequestShape.requireNoNewTokens(request);
        RequestShape.require(
                request.writes() == null && request.maxRate() == null && request.joinDelays() == null,
                "writes, maxRate and joinDelays are for plans that move SSTables");
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
    public String called(String sidecar) {
        return "the node";
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
        return request.datacenter() == null || member.datacenter().equals(request.datacenter());
    }

    @Override
    public Draft draft(ClusterFacts facts, TimeLimit time) {
        return new CleanupDrafter(request, facts).draft();
    }

    // There are none.
    @Override
    public boolean mayReplaceSources() {
        return false;
    }

    /** Clients see nothing of it: nobody reads these rows. */
    static List<PlanVisibility> visibility() {
        Map<String, String> before = Levels.of(Levels.BEFORE, Levels.BEFORE, Levels.BEFORE, Levels.BEFORE);
        return List.of(new PlanVisibility(
                "throughout",
                before,
                before,
                "Nobody reads the rows that are removed. The node that rewrites its SSTables answers more slowly."));
    }
}
