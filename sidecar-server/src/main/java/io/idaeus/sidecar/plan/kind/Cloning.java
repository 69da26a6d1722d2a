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
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tables of another cluster are copied into this one. */
record Cloning(PlanRequest request) implements PlanType {
    private static final int MOST_REPLICAS = 1000;

    @Override
    public void checkRequest() {
        RequestShape.require(
                request.from() != null && !RequestShape.orNone(request.tables()).isEmpty(),
                "from and tables (expected: a sidecar of the cluster to clone from, and the tables to clone)");
        RequestShape.require(
                request.dead() == null && request.way() == null && request.maxAmplification() == null,
                "dead, way and maxAmplification are for kind REPLACE");
        RequestShape.require(
                request.destinations() == null
                        && request.datacenter() == null
                        && request.keyspaces() == null
                        && request.joinDelays() == null,
                "destinations, datacenter, keyspaces and joinDelays are for other kinds than CLONE");
        RequestShape.requireNoNewTokens(request);
        if (request.replication() != null) {
            request.replication().forEach(Cloning::requireReplicas);
        }
    }

    // No schema says what a map has: it is looked at here.
    private static void requireReplicas(String keyspace, @Nullable Map<String, Integer> replicas) {
        BoundedText.NAME.require("replication", keyspace);
        RequestShape.require(
                replicas != null
                        && !replicas.isEmpty()
                        && replicas.keySet().stream().allMatch(BoundedText.RACK::matches)
                        && replicas.values().stream().allMatch(Cloning::isNumberOfReplicas),
                "replication of " + keyspace + ": " + replicas
                        + " (expected: how many replicas each data centre has, for instance {\"dc1\": 3})");
    }

    private static boolean isNumberOfReplicas(@Nullable Integer number) {
        return number != null && number >= 1 && number <= MOST_REPLICAS;
    }

    @Override
    public List<String> newcomers() {
        return List.of();
    }

    @Override
    public List<String> namedMembers() {
        return RequestShape.orNone(request.sidecars());
    }

    @Override
    public Optional<String> otherCluster() {
        return Optional.ofNullable(request.from());
    }

    @Override
    public Optional<JoinWay> way() {
        return Optional.empty();
    }

    @Override
    public boolean isDestination(ClusterNode member) {
        return true;
    }

    // The replicas of keyspaces that are to be made follow from them.
    @Override
    public boolean needsTokens() {
        return true;
    }

    /** @throws ProblemException UNPROCESSABLE */
    @Override
    public Draft draft(ClusterFacts facts, TimeLimit time) {
        return new CloneDrafter(request, facts, time).draft();
    }

    // The sources of one range at several destinations may depend on each other.
    @Override
    public boolean mayReplaceSources() {
        return false;
    }

    /** The effect on reads and writes while tables are copied into the cluster. */
    static List<PlanVisibility> visibility() {
        Map<String, String> reads = Levels.of(Levels.MISSES, Levels.MISSES, Levels.MISSES, Levels.MISSES);
        Map<String, String> writes = Levels.of(Levels.RIGHT, Levels.RIGHT, Levels.RIGHT, Levels.RIGHT);
        return List.of(
                new PlanVisibility(
                        "until the last FILL, in the tables that are cloned",
                        reads,
                        writes,
                        "Each node gets one table after the other. No client of the other cluster sees anything of it."),
                new PlanVisibility(
                        "afterwards",
                        Levels.of(Levels.AS_SOURCE, Levels.RIGHT, Levels.RIGHT, Levels.RIGHT),
                        writes,
                        "The clone is no point in time: it has what was written to each node before its snapshot, and may have"
                                + " some of what was written meanwhile."));
    }
}
