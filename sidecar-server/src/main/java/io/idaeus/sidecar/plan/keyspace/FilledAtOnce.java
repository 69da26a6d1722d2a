/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Destinations that are filled at the same time. */
public record FilledAtOnce(List<PlanDestination> destinations) {
    /**
     * Rack by rack; one by one where a sidecar knows no steps that are taken at the same time. No more at once than the
     * plan's rate is enough for.
     *
     * @param planned those of a rack follow each other
     */
    public static List<FilledAtOnce> of(List<PlanDestination> planned, ClusterFacts facts, @Nullable Long maxRate) {
        return of(planned, facts, maxRate, true);
    }

    /** The same, of all racks at once: where nobody reads any of them. */
    public static List<FilledAtOnce> wherever(
            List<PlanDestination> planned, ClusterFacts facts, @Nullable Long maxRate) {
        return of(planned, facts, maxRate, false);
    }

    private static List<FilledAtOnce> of(
            List<PlanDestination> planned, ClusterFacts facts, @Nullable Long maxRate, boolean rackByRack) {
        Set<String> able = facts.destinations().stream()
                .filter(host -> host.host().offers(NodeInfo.PARALLEL_STEPS))
                .map(HostFacts::sidecar)
                .collect(Collectors.toSet());
        boolean atOnce = planned.stream().map(PlanDestination::sidecar).allMatch(able::contains);
        long most = !atOnce ? 1 : maxRate == null ? Long.MAX_VALUE : Math.max(1, maxRate / Bounds.MIN_RATE);
        List<List<PlanDestination>> groups = new ArrayList<>();
        List<PlanDestination> group = List.of();
        for (PlanDestination destination : planned) {
            boolean more = !group.isEmpty()
                    && group.size() < most
                    && (!rackByRack || group.get(0).rack().equals(destination.rack()));
            if (!more) {
                group = new ArrayList<>();
                groups.add(group);
            }
            group.add(destination);
        }
        return groups.stream().map(FilledAtOnce::new).toList();
    }

    public FilledAtOnce {
        destinations = List.copyOf(destinations);
    }

    public List<PlannedStep> steps() {
        List<PlannedStep> steps = new ArrayList<>();
        for (PlanDestination destination : destinations) {
            steps.add(new PlannedStep(
                    StepAction.FILL, destination.sidecar(), null, steps.isEmpty() ? null : Boolean.TRUE));
        }
        return steps;
    }

    long bytes() {
        return destinations.stream().mapToLong(PlanDestination::bytes).sum();
    }

    /** The most that one node gets, or gives. */
    long bytesOfBusiest() {
        return Math.max(
                destinations.stream().mapToLong(PlanDestination::bytes).max().orElse(0),
                given().values().stream().mapToLong(Long::longValue).max().orElse(0));
    }

    // By host id of the source.
    private Map<String, Long> given() {
        Map<String, Long> given = new HashMap<>();
        destinations.stream()
                .flatMap(destination -> destination.sources().stream())
                .forEach(source -> given.merge(source.node().hostId(), source.bytes(), Long::sum));
        return given;
    }

    /** How evenly they are filled; empty for a single one. */
    String shares() {
        if (destinations.size() == 1) {
            return "";
        }
        List<String> racks =
                destinations.stream().map(PlanDestination::rack).distinct().toList();
        return (racks.size() == 1 ? "rack " + racks.get(0) + ": " : "") + destinations.size()
                + " nodes are filled at once, each at "
                + (destinations.size() == 2 ? "half" : "1/" + destinations.size())
                + " of the plan's rate where it has one; they get "
                + mib(destinations.stream()
                        .mapToLong(PlanDestination::bytes)
                        .min()
                        .orElse(0)) + " to "
                + mib(destinations.stream()
                        .mapToLong(PlanDestination::bytes)
                        .max()
                        .orElse(0))
                + " MiB each, and each of their " + given().size() + " sources gives "
                + mib(given().values().stream().mapToLong(Long::longValue).min().orElse(0)) + " to "
                + mib(given().values().stream().mapToLong(Long::longValue).max().orElse(0)) + " MiB";
    }

    private static long mib(long bytes) {
        return bytes >> 20;
    }
}
