/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.List;
import java.util.Optional;

/** A new node takes the place of a dead one. */
record Replacement(PlanRequest request) implements PlanType {
    @Override
    public void checkRequest() {
        RequestShape.requireNoClone(request);
        RequestShape.require(
                request.dead() != null, "dead is missing (expected: the address or the host id of the dead node)");
        RequestShape.require(
                request.destinations() != null && request.destinations().size() == 1,
                "destinations (expected: one, the sidecar of the replacement)");
        RequestShape.require(
                request.datacenter() == null && request.sourceDatacenter() == null && request.keyspaces() == null,
                "datacenter, sourceDatacenter and keyspaces are for kind REBUILD");
        RequestShape.requireNoNewTokens(request);
    }

    @Override
    public List<String> newcomers() {
        return RequestShape.orNone(request.destinations());
    }

    @Override
    public List<String> namedMembers() {
        return RequestShape.orNone(request.sidecars());
    }

    @Override
    public String called(String sidecar) {
        return "the replacement";
    }

    @Override
    public Optional<JoinWay> way() {
        return Optional.of(JoinWay.of(request.way()));
    }

    @Override
    public boolean isDestination(ClusterNode member) {
        return false;
    }

    @Override
    public Draft draft(ClusterFacts facts, TimeLimit time) {
        return new ReplaceDrafter(request, facts, time).draft();
    }

    @Override
    public boolean mayReplaceSources() {
        return true;
    }
}
