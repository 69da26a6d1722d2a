/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.keyspace;

import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.draft.TransferPart;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether all that a plan needs move the SSTables of its keyspaces. */
public final class KeyspaceChecks {
    private final ClusterFacts facts;
    private final PlanFindings findings;

    public KeyspaceChecks(ClusterFacts facts, PlanFindings findings) {
        this.facts = facts;
        this.findings = findings;
    }

    public void run(KeyspaceDrafts.Result filled, List<PlanDestination> destinations) {
        Map<String, Set<String>> sources = sources(filled.shares().ranges());
        Map<String, Map<String, List<PlanRange>>> transfers = filled.shares().ranges().stream()
                .collect(Collectors.groupingBy(PlanRange::keyspace, Collectors.groupingBy(PlanRange::destination)));
        for (PlanKeyspace keyspace : filled.keyspaces()) {
            if (keyspace.treatment() == Treatment.FILL) {
                destinations.forEach(destination -> destination(keyspace.keyspace(), destination));
                sources.getOrDefault(keyspace.keyspace(), Set.of())
                        .forEach(source -> source(keyspace.keyspace(), source));
                transfers
                        .getOrDefault(keyspace.keyspace(), Map.of())
                        .forEach((destination, ranges) -> size(keyspace, destination, ranges));
            }
        }
    }

    // Host ids, by keyspace.
    private static Map<String, Set<String>> sources(List<PlanRange> ranges) {
        Map<String, Set<String>> sources = new TreeMap<>();
        ranges.forEach(range -> sources.computeIfAbsent(range.keyspace(), key -> new TreeSet<>())
                .addAll(range.sources()));
        return sources;
    }

    // Sidecars refuse larger transfers, and the proof of what more of them brought.
    private void size(PlanKeyspace of, String destination, List<PlanRange> ranges) {
        String keyspace = of.keyspace();
        if (of.cut()) {
            int parts = TransferPart.of(of, ranges).size();
            bound(keyspace, destination, parts, Bounds.MAX_TRANSFERS, "parts");
            return;
        }
        long sources = ranges.stream()
                .flatMap(range -> range.sources().stream())
                .distinct()
                .count();
        long tables = facts.keyspaces().stream()
                .filter(each -> each.info().name().equals(keyspace))
                .mapToLong(each -> each.tables().size())
                .sum();
        bound(keyspace, destination, sources, Bounds.MAX_SOURCES, "sources");
        bound(keyspace, destination, tables, Bounds.MAX_TABLES, "tables");
        bound(keyspace, destination, ranges.size(), Bounds.MAX_RANGES, "ranges");
    }

    private void bound(String keyspace, String destination, long found, int most, String what) {
        if (found > most) {
            findings.add(
                    PlanFindingCode.TRANSFER_TOO_LARGE,
                    keyspace,
                    "its transfer to %s would have %d %s (expected: at most %d)"
                            .formatted(destination, found, what, most));
        }
    }

    private void destination(String keyspace, PlanDestination destination) {
        boolean told = facts.destinations().stream()
                .filter(host -> host.sidecar().equals(destination.sidecar()))
                .allMatch(host -> host.host().moves(keyspace));
        if (!told) {
            refuse(keyspace, "the destination " + destination.sidecar());
        }
    }

    private void source(String keyspace, String hostId) {
        facts.member(hostId)
                .filter(member -> !member.moves(keyspace))
                .ifPresent(
                        member -> refuse(keyspace, "the source " + member.node().address()));
    }

    private void refuse(String keyspace, String whom) {
        findings.add(
                PlanFindingCode.KEYSPACE_NOT_ALLOWED,
                keyspace,
                whom + " does not move its SSTables (keyspaces.allow and keyspaces.deny)");
    }
}
