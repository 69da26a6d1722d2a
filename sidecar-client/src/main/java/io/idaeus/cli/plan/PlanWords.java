/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.plan;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.cli.output.Units;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Words for what a plan is about, which differ from kind to kind and from way to way. */
final class PlanWords {
    private PlanWords() {}

    /** For instance {@code replace 10.0.0.4 by http://10.0.0.9:9043}. */
    static String title(Plan plan) {
        PlanRequest request = plan.request();
        return Units.plain(
                switch (request.kind()) {
                    case REPLACE -> "replace %s by %s".formatted(dead(plan), destinations(plan));
                    case REBUILD -> "rebuild %s from %s".formatted(request.datacenter(), request.sourceDatacenter());
                    case EXPAND -> "add %s".formatted(destinations(plan));
                    case CLEANUP -> "clean up " + count(plan.destinations().size());
                    case CLONE ->
                        "%s %s of %s"
                                .formatted(
                                        Boolean.TRUE.equals(request.truncate()) ? "empty and clone" : "clone",
                                        String.join(", ", named(request)),
                                        sourceOf(plan));
                });
    }

    private static List<String> named(PlanRequest request) {
        return request.tables() == null ? List.of() : request.tables();
    }

    private static String sourceOf(Plan plan) {
        return plan.source() == null
                ? String.valueOf(plan.request().from())
                : plan.source().name();
    }

    private static String count(int nodes) {
        return nodes == 1 ? "1 node" : nodes + " nodes";
    }

    private static String dead(Plan plan) {
        return plan.dead() == null
                ? String.valueOf(plan.request().dead())
                : plan.dead().address();
    }

    private static String destinations(Plan plan) {
        return plan.destinations().stream().map(PlanDestination::sidecar).collect(Collectors.joining(", "));
    }

    /** How a node joins; null where none does. */
    static @Nullable String way(PlanRequest request) {
        return switch (request.kind()) {
            case REPLACE -> way(request.way() == null ? PlanWay.SURVEY : request.way());
            case REBUILD, CLEANUP, CLONE -> null;
            case EXPAND -> way(PlanWay.SURVEY) + "; one node after the other";
        };
    }

    private static String way(PlanWay way) {
        return switch (way) {
            case SURVEY -> "survey: filled first; then it gets all writes, and is read once it has everything";
            case DIRECT -> "direct: filled first; then it is read at once, without the newest rows for a while";
            case BOOTSTRAP -> "bootstrap: Cassandra streams everything; Idaeus moves nothing";
        };
    }

    /** The levels of writes: that of most keyspaces, then those that differ; null where the plan does not depend on them. */
    static @Nullable String writes(PlanRequest request) {
        Map<String, String> levels = request.writes() == null ? Map.of() : request.writes();
        String usual =
                switch (request.kind()) {
                    case REPLACE, EXPAND -> "QUORUM";
                    case REBUILD -> "LOCAL_QUORUM";
                    case CLONE -> "QUORUM, or LOCAL_QUORUM where there are several data centres";
                    case CLEANUP -> null;
                };
        if (usual == null) {
            return null;
        }
        String named = levels.entrySet().stream()
                .filter(level -> !level.getKey().equals("*"))
                .map(level -> ", " + level.getKey() + " at " + level.getValue())
                .sorted()
                .collect(Collectors.joining());
        return levels.getOrDefault("*", usual) + named;
    }
}
