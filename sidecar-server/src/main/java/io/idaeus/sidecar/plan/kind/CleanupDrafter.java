/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanKeyspaceBuilder;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanTable;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.Drafts;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.ClusterChecks;
import io.idaeus.sidecar.plan.keyspace.DestinationDisk;
import io.idaeus.sidecar.plan.keyspace.Estimates;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Plans which nodes remove rows, from which tables, and in which order. */
public final class CleanupDrafter {
    private final PlanRequest request;
    private final ClusterFacts facts;
    private final PlanFindings findings;
    private final List<KeyspaceFacts> keyspaces;

    /** A node that is cleaned up, and what it holds. */
    private record Cleaned(MemberFacts member, List<HeldBytes> held) {
        ClusterNode node() {
            return member.node();
        }

        String sidecar() {
            return Objects.requireNonNullElse(member.sidecar(), node().address());
        }

        long bytes() {
            return held.stream()
                    .flatMap(each -> each.tables().stream())
                    .mapToLong(HeldBytes.Table::total)
                    .sum();
        }

        long leftOver() {
            return held.stream()
                    .flatMap(each -> each.tables().stream())
                    .mapToLong(HeldBytes.Table::leftOver)
                    .sum();
        }
    }

    CleanupDrafter(PlanRequest request, ClusterFacts facts) {
        this.request = request;
        this.facts = facts;
        this.findings = new PlanFindings(request.accept());
        requireKnown(
                "datacenter",
                request.datacenter() == null ? List.of() : List.of(request.datacenter()),
                facts.members().stream()
                        .map(member -> member.node().datacenter())
                        .distinct()
                        .sorted()
                        .toList());
        List<KeyspaceFacts> own = facts.keyspaces().stream()
                .filter(keyspace ->
                        !keyspace.info().system() && !keyspace.tables().isEmpty())
                .toList();
        requireKnown(
                "keyspaces",
                RequestShape.orNone(request.keyspaces()),
                own.stream().map(KeyspaceFacts::name).sorted().toList());
        this.keyspaces = own.stream()
                .filter(keyspace ->
                        request.keyspaces() == null || request.keyspaces().contains(keyspace.name()))
                .toList();
    }

    private static void requireKnown(String field, List<String> named, List<String> known) {
        RequestShape.require(
                known.containsAll(named),
                field + ": " + Listed.of(named) + " (expected: some of " + Listed.of(known) + ")");
    }

    Draft draft() {
        new ClusterChecks(facts, findings).run(null);
        List<Cleaned> nodes = nodes();
        if (nodes.isEmpty()) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "no node can be cleaned up: none of those that the request names is up, with a sidecar (expected: one)");
        }
        nodes.forEach(this::requireNewEnough);
        nodes.forEach(each -> host(each.member()).ifPresent(host -> ClusterChecks.free(host, findings)));
        List<PlanDestination> planned = nodes.stream().map(this::destination).toList();
        return Drafts.digested(
                new Draft(
                        request,
                        "",
                        Drafts.cluster(facts),
                        null,
                        planned,
                        keyspaces.stream()
                                .filter(keyspace ->
                                        nodes.stream().anyMatch(each -> isReplicated(keyspace, each.node())))
                                .map(keyspace -> planned(keyspace, nodes))
                                .toList(),
                        Cleanup.visibility(),
                        Estimates.ofCleanup(
                                nodes.stream().mapToLong(Cleaned::bytes).sum()),
                        findings.all(),
                        steps(planned),
                        due(),
                        Map.of(),
                        List.of(),
                        null),
                facts);
    }

    // All that there are: Cassandra finds out exactly, and fast, which SSTables it need not rewrite. Rack by rack:
    // meanwhile the other racks answer as fast as ever.
    private List<Cleaned> nodes() {
        return facts.members().stream()
                .filter(member -> host(member).isPresent())
                .filter(MemberFacts::canServe)
                .map(member -> new Cleaned(member, held(member)))
                .sorted(Comparator.comparing((Cleaned each) -> each.node().datacenter())
                        .thenComparing(each -> each.node().rack())
                        .thenComparing(each -> each.node().address()))
                .toList();
    }

    private List<HeldBytes> held(MemberFacts member) {
        return keyspaces.stream()
                .filter(keyspace -> isReplicated(keyspace, member.node()))
                .flatMap(keyspace -> Stream.ofNullable(member.sizes().get(keyspace.name())))
                .toList();
    }

    /** Whether a keyspace has replicas where a node stands. Of any other one, a cleanup would remove every row there. */
    public static boolean isReplicated(Map<String, String> replication, String datacenter) {
        return Replication.of(replication).replicas(datacenter) > 0;
    }

    private static boolean isReplicated(KeyspaceFacts keyspace, ClusterNode node) {
        return isReplicated(keyspace.info().replication(), node.datacenter());
    }

    private Optional<HostFacts> host(MemberFacts member) {
        return facts.destinations().stream()
                .filter(host -> host.host().cassandra() != null
                        && member.node().hostId().equals(host.host().cassandra().hostId()))
                .findFirst();
    }

    private List<PlanDue> due() {
        List<String> left = request.destinations() != null
                ? List.of()
                : facts.members().stream()
                        .filter(member -> new Cleanup(request).isDestination(member.node()) && !member.canServe())
                        .map(member -> member.node().address())
                        .sorted()
                        .toList();
        return left.isEmpty()
                ? List.of()
                : List.of(new PlanDue(
                        "Clean up the nodes that this plan leaves out: " + Listed.of(left),
                        null,
                        "they were down, or had no sidecar that answers; make a new plan once they are up"));
    }

    private void requireNewEnough(Cleaned cleaned) {
        if (host(cleaned.member()).filter(host -> host.cleansUp()).isEmpty()) {
            findings.add(
                    PlanFindingCode.SIDECAR_TOO_OLD,
                    cleaned.sidecar(),
                    "it knows no plans that clean nodes up (expected: the capability cleanup)");
        }
    }

    private PlanDestination destination(Cleaned cleaned) {
        return new PlanDestination(
                cleaned.sidecar(),
                cleaned.node().hostId(),
                cleaned.node().address(),
                cleaned.node().datacenter(),
                cleaned.node().rack(),
                cleaned.bytes(),
                cleaned.bytes() - cleaned.leftOver(),
                0,
                host(cleaned.member())
                        .map(host -> DestinationDisk.free(host.host()))
                        .orElse(0L),
                List.of(),
                List.of(),
                false);
    }

    private PlanKeyspace planned(KeyspaceFacts keyspace, List<Cleaned> nodes) {
        List<HeldBytes> held = nodes.stream()
                .flatMap(each -> Stream.ofNullable(each.member().sizes().get(keyspace.name())))
                .toList();
        List<PlanTable> tables = keyspace.tables().stream()
                .map(table -> {
                    List<HeldBytes.Table> those = held.stream()
                            .flatMap(each -> each.tables().stream())
                            .filter(each -> each.name().equals(table.table()))
                            .toList();
                    long bytes =
                            those.stream().mapToLong(HeldBytes.Table::total).sum();
                    long leftOver =
                            those.stream().mapToLong(HeldBytes.Table::leftOver).sum();
                    return new PlanTable(table.table(), bytes, bytes - leftOver);
                })
                .toList();
        return PlanKeyspaceBuilder.builder()
                .keyspace(keyspace.name())
                .replication(keyspace.info().replication())
                .writes("-")
                .copies(0)
                .treatment(Treatment.CLEAN_UP)
                .why("each node rewrites SSTables that hold rows of ranges that it does not own")
                .ranges(keyspace.ranges().size())
                .tables(tables)
                .slices(null)
                .build();
    }

    private static List<PlannedStep> steps(List<PlanDestination> planned) {
        List<PlannedStep> steps = new ArrayList<>();
        steps.add(new PlannedStep(StepAction.CHECK, null, null));
        planned.forEach(
                destination -> steps.add(new PlannedStep(StepAction.CLEAN_UP_MEMBER, destination.sidecar(), null)));
        return List.copyOf(steps);
    }
}
