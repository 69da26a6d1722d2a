/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanEstimate;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanKeyspaceBuilder;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.balance.DestinationNode;
import io.idaeus.sidecar.balance.Locality;
import io.idaeus.sidecar.balance.Sharing;
import io.idaeus.sidecar.balance.SourceChoice;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.Drafts;
import io.idaeus.sidecar.plan.draft.LeftBehind;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.facts.WriteLevel;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.ClusterChecks;
import io.idaeus.sidecar.plan.keyspace.Estimates;
import io.idaeus.sidecar.plan.keyspace.FilledAtOnce;
import io.idaeus.sidecar.plan.keyspace.FilledMembers;
import io.idaeus.sidecar.plan.keyspace.KeyspaceChecks;
import io.idaeus.sidecar.plan.keyspace.KeyspaceDrafts;
import io.idaeus.sidecar.plan.keyspace.RangeSources;
import io.idaeus.sidecar.plan.keyspace.Slicing;
import io.idaeus.sidecar.plan.keyspace.SourceShares;
import io.idaeus.sidecar.plan.keyspace.SstableChecks;
import io.idaeus.sidecar.plan.keyspace.TableBytes;
import io.idaeus.sidecar.plan.keyspace.Treatments;
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plans how the nodes of a data centre get what they own from another one. */
final class RebuildDrafter {
    private final PlanRequest request;
    private final ClusterFacts facts;
    private final PlanFindings findings;
    private final Slicing slicing;
    private final FilledMembers members;
    private final TimeLimit time;
    private final String to;
    private final String from;
    private final List<MemberFacts> destinations;
    // By host id, of those that can be filled.
    private final Map<String, String> names;

    RebuildDrafter(PlanRequest request, ClusterFacts facts, TimeLimit time) {
        this.request = request;
        this.time = time;
        this.facts = facts;
        this.findings = new PlanFindings(request.accept());
        this.members = new FilledMembers(facts, findings);
        this.to = datacenter("datacenter", request.datacenter());
        this.from = datacenter("sourceDatacenter", request.sourceDatacenter());
        if (to.equals(from)) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "sourceDatacenter: " + from + " (expected: another data centre than the one to fill)");
        }
        this.destinations = members(to).stream().filter(this::named).toList();
        this.names = destinations.stream()
                .filter(MemberFacts::canServe)
                .collect(Collectors.toMap(member -> member.node().hostId(), FilledMembers::name));
        this.slicing = new Slicing(facts, findings, names.keySet());
    }

    private String datacenter(String field, @Nullable String name) {
        if (name == null || members(name).isEmpty()) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    field + ": " + name + " (expected: one of "
                            + facts.members().stream()
                                    .map(member -> member.node().datacenter())
                                    .distinct()
                                    .sorted()
                                    .toList()
                            + ")");
        }
        return name;
    }

    private List<MemberFacts> members(String datacenter) {
        return facts.members().stream()
                .filter(member -> member.node().datacenter().equals(datacenter))
                .sorted(Comparator.comparing(
                                (MemberFacts member) -> member.node().rack())
                        .thenComparing(member -> member.node().address()))
                .toList();
    }

    private boolean named(MemberFacts member) {
        return request.destinations() == null
                || facts.destinations().stream()
                        .anyMatch(host -> host.host().cassandra() != null
                                && host.host()
                                        .cassandra()
                                        .hostId()
                                        .equals(member.node().hostId()));
    }

    Draft draft() {
        new ClusterChecks(facts, findings).run(null);
        members.requireServing(destinations);
        KeyspaceDrafts.Result filled = keyspaces();
        List<PlanDestination> planned = destinations.stream()
                .filter(MemberFacts::canServe)
                .map(member -> members.destination(member, filled))
                .toList();
        new KeyspaceChecks(facts, findings).run(filled, planned);
        SstableChecks sstables = new SstableChecks(facts, findings);
        sstables.run(filled);
        List<FilledAtOnce> groups = FilledAtOnce.of(planned, facts, request.maxRate());
        PlanEstimate estimate = Estimates.of(groups, request.maxRate(), filled.anyCut());
        KeyspaceDrafts.checkGrace(facts, filled, estimate, findings);
        return Drafts.digested(
                new Draft(
                        request,
                        "",
                        Drafts.cluster(facts),
                        null,
                        planned,
                        filled.keyspaces(),
                        Rebuild.visibility(),
                        estimate,
                        findings.all(),
                        steps(planned, groups),
                        due(filled, sstables.leftBehind()),
                        filled.owned(),
                        filled.shares().ranges(),
                        null),
                facts);
    }

    private KeyspaceDrafts.Result keyspaces() {
        List<DestinationNode> nodes = destinations.stream()
                .map(member -> new DestinationNode(
                        FilledMembers.name(member),
                        new Locality(member.node().datacenter(), member.node().rack())))
                .toList();
        List<KeyspaceFacts> concerned =
                facts.keyspaces().stream().filter(this::concerned).toList();
        Map<String, Map<String, List<String>>> owned = new TreeMap<>();
        Set<String> weak = new LinkedHashSet<>();
        SourceShares shares = new SourceShares(facts, slicing, choices(concerned, nodes, owned, weak));
        List<String> names = nodes.stream().map(DestinationNode::name).toList();
        List<PlanKeyspace> keyspaces = concerned.stream()
                .map(keyspace -> keyspace(keyspace, shares, names))
                .toList();
        return new KeyspaceDrafts.Result(keyspaces, shares, owned, weak);
    }

    // A method of its own, so that the large data for the choice is freed when it returns.
    private List<SourceChoice> choices(
            List<KeyspaceFacts> concerned,
            List<DestinationNode> nodes,
            Map<String, Map<String, List<String>>> owned,
            Set<String> weak) {
        RangeSources sources = new RangeSources(facts, nodes, slicing, time);
        for (KeyspaceFacts keyspace : concerned) {
            requireLocalWrites(keyspace);
            if (Treatments.obstacle(keyspace).isPresent()) {
                continue;
            }
            keyspace.ranges().forEach(range -> demand(sources, keyspace, range, owned, weak));
        }
        return sources.balance().choices();
    }

    private PlanKeyspace keyspace(KeyspaceFacts keyspace, SourceShares shares, List<String> names) {
        Optional<String> obstacle = Treatments.obstacle(keyspace);
        obstacle.ifPresentOrElse(
                why -> findings.add(PlanFindingCode.LEFT_EMPTY, keyspace.name(), why),
                () -> slicing.tell(keyspace.name()));
        boolean cut = obstacle.isEmpty() && slicing.cuts(keyspace.name());
        return PlanKeyspaceBuilder.builder()
                .keyspace(keyspace.name())
                .replication(keyspace.info().replication())
                .writes(writes(keyspace).name())
                .copies(copies(keyspace))
                .treatment(obstacle.isPresent() ? Treatment.LEAVE_EMPTY : Treatment.FILL)
                .why(obstacle.orElse((cut ? "SSTables cut to the ranges, from " : "whole SSTables, from ") + from))
                .ranges(keyspace.ranges().size())
                .tables(TableBytes.of(keyspace, shares, names))
                .slices(cut ? Boolean.TRUE : null)
                .build();
    }

    private boolean concerned(KeyspaceFacts keyspace) {
        if (keyspace.info().system() || keyspace.tables().isEmpty()) {
            return false;
        }
        Optional<String> why = leftOut(keyspace);
        why.ifPresent(each -> findings.add(PlanFindingCode.LEFT_OUT, keyspace.name(), each));
        return why.isEmpty();
    }

    private Optional<String> leftOut(KeyspaceFacts keyspace) {
        Replication replication = Replication.of(keyspace.info().replication());
        if (request.keyspaces() != null && !request.keyspaces().contains(keyspace.name())) {
            return Optional.of("the request names other keyspaces");
        }
        if (!replication.knowsDatacenters()) {
            return Optional.of("its replication strategy knows no data centres");
        }
        return Stream.of(to, from)
                .filter(datacenter -> replication.replicas(datacenter) == 0)
                .findFirst()
                .map(datacenter -> "it has no replica in " + datacenter);
    }

    private WriteLevel writes(KeyspaceFacts keyspace) {
        Map<String, String> levels = request.writes() == null ? Map.of() : request.writes();
        return WriteLevel.parse(levels.getOrDefault(keyspace.name(), levels.getOrDefault("*", "LOCAL_QUORUM")));
    }

    private void requireLocalWrites(KeyspaceFacts keyspace) {
        if (!writes(keyspace).isLocal()) {
            findings.add(
                    PlanFindingCode.WRITES_NOT_LOCAL,
                    keyspace.name(),
                    "its writes are at " + writes(keyspace) + ", which counts the empty data centre, too");
        }
    }

    private int copies(KeyspaceFacts keyspace) {
        Replication replication = Replication.of(keyspace.info().replication());
        int replicas = replication.replicas(from);
        // As many replicas on both sides: each takes a copy of its own, and the set of copies stays the same.
        return replication.replicas(to) == replicas
                ? 1
                : replicas - writes(keyspace).acknowledged(replicas) + 1;
    }

    private void demand(
            RangeSources sources,
            KeyspaceFacts keyspace,
            RingRange range,
            Map<String, Map<String, List<String>>> owned,
            Set<String> weak) {
        Replication replication = Replication.of(keyspace.info().replication());
        boolean bijection = replication.replicas(to) == replication.replicas(from);
        List<MemberFacts> candidates =
                replicas(range, from).stream().filter(MemberFacts::canServe).toList();
        List<MemberFacts> here = replicas(range, to);
        List<String> wanting = here.stream()
                .map(member -> member.node().hostId())
                .filter(names::containsKey)
                .map(names::get)
                .toList();
        wanting.forEach(destination -> owned.computeIfAbsent(destination, key -> new TreeMap<>())
                .computeIfAbsent(keyspace.name(), key -> new ArrayList<>())
                .add(range.range()));
        int needed = bijection ? here.size() : copies(keyspace);
        if (candidates.size() < needed && weak.add(keyspace.name())) {
            findings.add(
                    PlanFindingCode.TOO_FEW_SOURCES,
                    keyspace.name(),
                    candidates.size() + " replicas of " + range.range() + " in " + from
                            + " are live with a sidecar (expected: " + needed + ")");
        }
        if (!candidates.isEmpty() && !wanting.isEmpty()) {
            // Without a distinct source for each replica, every one merges all that there are.
            boolean distinct = bijection && candidates.size() >= needed;
            sources.demand(
                    keyspace,
                    TokenRange.parse(range.range()),
                    wanting,
                    candidates,
                    distinct ? 1 : Math.min(copies(keyspace), candidates.size()),
                    distinct ? Sharing.DISTINCT_ACROSS_REPLICAS : Sharing.INDEPENDENT);
        }
    }

    private List<MemberFacts> replicas(RingRange range, String datacenter) {
        return range.replicas().stream()
                .filter(replica -> replica.datacenter().equals(datacenter))
                .flatMap(replica -> facts.member(replica.hostId()).stream())
                .toList();
    }

    private static List<PlannedStep> steps(List<PlanDestination> planned, List<FilledAtOnce> groups) {
        List<PlannedStep> steps = new ArrayList<>();
        steps.add(new PlannedStep(StepAction.CHECK, null, null));
        groups.forEach(group -> steps.addAll(group.steps()));
        for (PlanDestination destination : planned) {
            steps.add(new PlannedStep(StepAction.VERIFY, destination.sidecar(), null));
            steps.add(new PlannedStep(StepAction.CLEANUP, destination.sidecar(), null));
        }
        return List.copyOf(steps);
    }

    private List<PlanDue> due(KeyspaceDrafts.Result filled, Set<String> leftBehind) {
        List<PlanDue> due = new ArrayList<>();
        filled.weak()
                .forEach(keyspace -> due.add(new PlanDue(
                        "Repair " + keyspace + " on every node of " + to,
                        "nodetool repair --full " + keyspace,
                        "fewer replicas were merged than its writes ask for")));
        filled.keyspaces().stream()
                .filter(keyspace -> keyspace.treatment() == Treatment.LEAVE_EMPTY)
                .forEach(keyspace -> due.add(new PlanDue(
                        "Fill " + keyspace.keyspace() + " on every node of " + to,
                        "nodetool rebuild -ks " + keyspace.keyspace() + " " + from,
                        "the plan leaves it empty: " + keyspace.why())));
        leftBehind.forEach(keyspace -> due.add(LeftBehind.due(keyspace)));
        due.add(new PlanDue(
                "Fill Cassandra's own keyspaces",
                "nodetool rebuild -ks system_auth " + from,
                "a plan moves user keyspaces; system_auth holds the roles, where authentication is on"));
        due.add(new PlanDue("Move the clients", null, "the nodes of " + to + " hold what they own"));
        return List.copyOf(due);
    }
}
