/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.ClusterNode;
import io.idaeus.api.PlanRequest;
import io.idaeus.sidecar.plan.way.Standing;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.List;
import java.util.stream.Stream;

/** The nodes of a data centre get what they own from another one. */
record Rebuild(PlanRequest request) implements PlanType {
    @Override
    public void checkRequest() {
        RequestShape.require(
                request.datacenter() != null && request.sourceDatacenter() != null,
                "datacenter and sourceDatacenter (expected: the data centre to fill, and the one to fill it from)");
        RequestShape.require(request.dead() == null && request.way() == null, "dead and way are for kind REPLACE");
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
    public boolean fills(ClusterNode member) {
        return member.datacenter().equals(request.datacenter());
    }

    @Override
    public Draft draft(ClusterFacts facts, TimeLimit time) {
        return new RebuildDrafter(request, facts, time).draft();
    }

    @Override
    public Standing standing(StepAction step) {
        return Standing.MEMBER;
    }

    // The sources of one range at several destinations depend on each other.
    @Override
    public boolean mayReplaceSources() {
        return false;
    }
}
