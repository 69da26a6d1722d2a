/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanVisibility;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.way.JoinWay;
import io.idaeus.sidecar.plan.way.Levels;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** New nodes join the ring, one after the other, each with all that it owns. */
record Expansion(PlanRequest request) implements PlanType {
    private static final int NAMED = 5;

    @Override
    public void checkRequest() {
        RequestShape.requireNoClone(request);
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
        entries(request.racks())
                .forEach((sidecar, rack) -> RequestShape.require(
                        rack != null && BoundedText.RACK.matches(rack),
                        "racks of " + sidecar + ": " + BoundedText.shown(String.valueOf(rack)) + " (expected: "
                                + BoundedText.RACK.expected() + ")"));
        entries(request.tokens()).forEach((sidecar, tokens) -> {
            int number = tokens == null ? 0 : tokens.size();
            RequestShape.require(
                    number >= 1 && number <= Bounds.MAX_TOKENS,
                    "tokens of " + sidecar + ": " + number + " (expected: 1 to " + Bounds.MAX_TOKENS + ")");
        });
    }

    // No schema says what a map has: it is looked at here.
    private static <T> Map<String, @Nullable T> entries(@Nullable Map<String, T> named) {
        Map<String, @Nullable T> entries = new TreeMap<>();
        if (named != null) {
            entries.putAll(named);
        }
        return entries;
    }

    private static void requireDestinations(String field, @Nullable Map<String, ?> named, List<String> destinations) {
        Set<String> others = new HashSet<>(named == null ? Set.of() : named.keySet());
        destinations.forEach(others::remove);
        RequestShape.require(
                others.isEmpty(),
                field + ": "
                        + others.stream().map(BoundedText::shown).limit(NAMED).toList()
                        + " (expected: only sidecars that destinations has)");
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

    /** The effect on reads and writes while nodes join. */
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
