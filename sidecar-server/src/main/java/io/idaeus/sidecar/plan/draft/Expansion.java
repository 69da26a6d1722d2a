/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.draft;

import io.idaeus.api.ClusterNode;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlanVisibility;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.plan.way.Levels;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** New nodes join the ring, one after the other, each with all that it owns. */
record Expansion(PlanRequest request) implements PlanType {
    @Override
    public void checkRequest() {
        List<String> destinations = RequestShape.orNone(request.destinations());
        RequestShape.require(
                !destinations.isEmpty(), "destinations (expected: the sidecars of the new nodes, in their order)");
        RequestShape.require(
                new HashSet<>(destinations).size() == destinations.size(),
                "destinations: " + destinations + " (expected: each sidecar once)");
        RequestShape.require(
                request.dead() == null && request.way() == null && request.maxAmplification() == null,
                "dead, way and maxAmplification are for kind REPLACE");
        RequestShape.require(
                request.sourceDatacenter() == null && request.keyspaces() == null,
                "sourceDatacenter and keyspaces are for kind REBUILD");
        requireDestinations("racks", request.racks(), destinations);
        requireDestinations("tokens", request.tokens(), destinations);
    }

    private static void requireDestinations(String field, @Nullable Map<String, ?> named, List<String> destinations) {
        Set<String> others = new HashSet<>(named == null ? Set.of() : named.keySet());
        destinations.forEach(others::remove);
        RequestShape.require(
                others.isEmpty(), field + ": " + others + " (expected: only sidecars that destinations has)");
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
    public Optional<JoinWay> way() {
        return Optional.of(JoinWay.of(null));
    }

    @Override
    public boolean isDestination(ClusterNode member) {
        return false;
    }

    @Override
    public boolean needsTokens() {
        return true;
    }

    @Override
    public Draft draft(ClusterFacts facts, TimeLimit time) {
        return new ExpandDrafter(request, facts, time).draft();
    }

    @Override
    public String whileDownInSurvey() {
        return "writes at QUORUM of its ranges need all other replicas until it is back or removed, and fail with two"
                + " replicas";
    }

    // Only the node that loses a range has what every quorum relies on.
    @Override
    public boolean mayReplaceSources() {
        return false;
    }

    /** What clients see while nodes join. */
    static List<PlanVisibility> visibility() {
        Map<String, String> before = Levels.of(Levels.BEFORE, Levels.BEFORE, Levels.BEFORE, Levels.BEFORE);
        return List.of(
                new PlanVisibility("until DECLARE of each node", before, before, "The new node is not in the ring."),
                new PlanVisibility(
                        "SURVEY to JOIN of each node",
                        before,
                        Levels.of(Levels.ONE_MORE, Levels.ONE_MORE, Levels.ONE_MORE, Levels.PENDING),
                        "Nobody reads the new node. Cassandra asks for one acknowledgement more than the level says, and has"
                                + " one node more to get it from. Where the new node dies then: with three replicas, writes at"
                                + " QUORUM go on as long as all three live; with two, those of its ranges fail until it is back"
                                + " or removed."),
                Levels.afterwards());
    }
}
