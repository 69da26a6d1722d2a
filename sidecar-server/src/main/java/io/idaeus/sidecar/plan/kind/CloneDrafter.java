/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.TablePattern;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.Replica;
import io.idaeus.api.plan.PlanDestination;
import io.idaeus.api.plan.PlanDue;
import io.idaeus.api.plan.PlanEstimate;
import io.idaeus.api.plan.PlanKeyspace;
import io.idaeus.api.plan.PlanKeyspace.Treatment;
import io.idaeus.api.plan.PlanKeyspaceBuilder;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.balance.DestinationNode;
import io.idaeus.sidecar.balance.Locality;
import io.idaeus.sidecar.balance.Sharing;
import io.idaeus.sidecar.balance.SourceChoice;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.DraftBuilder;
import io.idaeus.sidecar.plan.draft.Drafts;
import io.idaeus.sidecar.plan.draft.LeftBehind;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.facts.SourceFacts;
import io.idaeus.sidecar.plan.facts.WriteLevel;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.ClusterChecks;
import io.idaeus.sidecar.plan.keyspace.CommonRanges;
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
import io.idaeus.sidecar.plan.way.PlannedStep;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Plans how tables of another cluster get into this one. */
final class CloneDrafter {
    private final PlanRequest request;
    private final ClusterFacts facts;
    private final SourceFacts source;
    private final PlanFindings findings;
    private final TimeLimit time;
    private final CloneSchema schema;
    private final Slicing slicing;
    private final FilledMembers members;
    // By host id, of those that can be filled.
    private final Map<String, MemberFacts> destinations = new LinkedHashMap<>();
    // Keyspaces that every destination gets whole.
    private final Set<String> wantedByAll = new HashSet<>();

    CloneDrafter(PlanRequest request, ClusterFacts facts, TimeLimit time) {
        this.request = request;
        this.facts = facts;
        this.time = time;
        this.findings = new PlanFindings(request.accept());
        SourceFacts other = facts.source().orElseThrow();
        this.source = other.only(wanted(other));
        if (isThisCluster()) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "from: " + request.from() + " is a sidecar of this cluster, "
                            + facts.view().name()
                            + " (expected: one of another cluster); --to names a sidecar of the cluster that is filled");
        }
        requireDatacenter();
        this.schema = new CloneSchema(request, facts, source, findings);
        this.members = new FilledMembers(facts, findings);
        this.slicing =
                new Slicing(source.cluster(), findings, (keyspace, range) -> wantedByAll.contains(keyspace.name()));
    }

    // By address, too: the first nodes of two clusters of Cassandra 6.0 have the same host id.
    private boolean isThisCluster() {
        return source.cluster().members().stream().map(MemberFacts::node).anyMatch(there -> facts.member(there.hostId())
                .filter(here -> here.node().address().equals(there.address()))
                .isPresent());
    }

    Draft draft() {
        new ClusterChecks(facts, findings).run(null);
        new ClusterChecks(source.cluster(), findings).atRest();
        requireVersions();
        requireRows();
        List<ClonedKeyspace> keyspaces = keyspaces();
        keyspaces.forEach(schema::compare);
        List<SchemaStatement> missing = missing(keyspaces);
        chooseDestinations(keyspaces);
        KeyspaceDrafts.Result filled = filled(keyspaces);
        List<PlanDestination> planned = destinations.values().stream()
                .map(member -> members.destination(member, filled))
                .toList();
        new KeyspaceChecks(source.cluster(), findings).run(filled, planned);
        SstableChecks sstables = new SstableChecks(source.cluster(), findings);
        sstables.run(filled);
        List<FilledAtOnce> groups = FilledAtOnce.wherever(planned, facts, request.maxRate());
        PlanEstimate estimate = Estimates.of(groups, request.maxRate(), filled.anyCut());
        KeyspaceDrafts.checkGrace(source.cluster(), filled, estimate, findings);
        maker(planned).ifPresent(host -> schema.checkPermission(missing, host));
        return Drafts.digested(
                DraftBuilder.builder()
                        .request(request)
                        .digest("")
                        .cluster(Drafts.cluster(facts))
                        .dead(null)
                        .destinations(planned)
                        .keyspaces(filled.keyspaces())
                        .visibility(Cloning.visibility())
                        .estimate(estimate)
                        .findings(findings.all())
                        .steps(steps(planned, groups, missing))
                        .due(due(filled, sstables.leftBehind()))
                        .owned(filled.owned())
                        .ranges(filled.shares().ranges())
                        .shares(null)
                        .source(Drafts.cluster(source.cluster()))
                        .schema(missing.isEmpty() ? null : missing)
                        .build(),
                facts);
    }

    private void requireVersions() {
        boolean older = !facts.version()
                .isAtLeast(
                        source.cluster().version().major(),
                        source.cluster().version().minor());
        if (older) {
            findings.add(
                    PlanFindingCode.OLDER_VERSION,
                    facts.view().name(),
                    "it runs Cassandra " + facts.view().cassandraVersion() + " (expected: at least "
                            + source.cluster().view().cassandraVersion() + ", as the cluster to clone)");
        }
        facts.destinations().stream()
                .filter(host -> !host.host().offers(NodeInfo.CLONE))
                .forEach(host -> tooOld(host.sidecar(), host.host().sidecarVersion()));
        if (source.statements().isEmpty()) {
            tooOld(source.sidecar(), "which the request names");
        }
    }

    // All nodes: any node here may coordinate the plan later, and those of both clusters share a comparison.
    private void requireRows() {
        if (request.compares()) {
            int tables = source.cluster().keyspaces().stream()
                    .mapToInt(keyspace -> keyspace.tables().size())
                    .sum();
            RequestShape.require(
                    tables <= Bounds.MAX_TABLES,
                    "compare: " + tables + " tables (expected: at most " + Bounds.MAX_TABLES
                            + "; clone and compare the others by another plan)");
            Stream.of(facts, source.cluster())
                    .flatMap(cluster -> cluster.members().stream())
                    .filter(member -> member.canServe() && !member.rows())
                    .forEach(member -> findings.add(
                            PlanFindingCode.ROWS_NOT_READ,
                            FilledMembers.name(member),
                            "the plan is to compare the tables, and this sidecar reads no rows"));
        }
    }

    private void tooOld(String sidecar, String which) {
        findings.add(
                PlanFindingCode.SIDECAR_TOO_OLD,
                sidecar,
                "this sidecar, " + which + ", takes part in no plan of kind CLONE");
    }

    private List<ClonedKeyspace> keyspaces() {
        return source.cluster().keyspaces().stream()
                .flatMap(there -> schema.here(there).map(here -> cloned(there, here)).stream())
                .toList();
    }

    // Tables by keyspace.
    private Map<String, Set<String>> wanted(SourceFacts other) {
        List<KeyspaceInfo> infos = other.cluster().keyspaces().stream()
                .map(KeyspaceFacts::info)
                .filter(info -> !info.system())
                .toList();
        Map<String, Set<String>> wanted = new TreeMap<>();
        for (String text : RequestShape.orNone(request.tables())) {
            List<TableRef> found = TablePattern.parse(text).in(infos);
            if (found.isEmpty()) {
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "tables: " + BoundedText.shown(text) + " matches no table of "
                                + other.cluster().view().name()
                                + " (expected: keyspace.table, or a pattern such as shop.*; not one of Cassandra's own)");
            }
            found.forEach(table -> wanted.computeIfAbsent(table.keyspace(), key -> new TreeSet<>())
                    .add(table.table()));
        }
        wanted.forEach((keyspace, tables) -> RequestShape.require(
                tables.size() <= Bounds.MAX_TABLES,
                "tables: " + tables.size() + " of the keyspace " + keyspace + " (expected: at most " + Bounds.MAX_TABLES
                        + "; clone the others by another plan)"));
        return wanted;
    }

    private ClonedKeyspace cloned(KeyspaceFacts there, KeyspaceFacts here) {
        Replication replication = Replication.of(there.info().replication());
        long datacenters = there.ranges().stream()
                .flatMap(range -> range.replicas().stream())
                .map(Replica::datacenter)
                .distinct()
                .count();
        WriteLevel writes = writes(there, datacenters > 1 ? WriteLevel.LOCAL_QUORUM : WriteLevel.QUORUM);
        String datacenter = datacenter(replication, writes);
        int all = replication.replicas();
        int replicas = datacenter.isEmpty() ? all : replication.replicas(datacenter);
        // At a level that is not local, replicas outside of the data centre may acknowledge, as far as there are any.
        int acknowledged = writes.isLocal()
                ? writes.acknowledged(replicas)
                : Math.max(0, writes.acknowledged(all) - (all - replicas));
        return new ClonedKeyspace(there, here, writes, datacenter, replicas - acknowledged + 1);
    }

    // Empty where the replicas of all count.
    private String datacenter(Replication replication, WriteLevel writes) {
        if (!replication.knowsDatacenters()) {
            return "";
        }
        String named = request.sourceDatacenter();
        return named != null ? named : writes.isLocal() ? source.datacenter() : "";
    }

    private void requireDatacenter() {
        List<String> known = source.cluster().members().stream()
                .map(member -> member.node().datacenter())
                .distinct()
                .sorted()
                .toList();
        RequestShape.require(
                request.sourceDatacenter() == null || known.contains(request.sourceDatacenter()),
                "sourceDatacenter: " + request.sourceDatacenter() + " (expected: one of " + known + ")");
    }

    private WriteLevel writes(KeyspaceFacts keyspace, WriteLevel otherwise) {
        Map<String, String> levels = request.writes() == null ? Map.of() : request.writes();
        String named = levels.getOrDefault(keyspace.name(), levels.get("*"));
        if (named == null) {
            findings.add(
                    PlanFindingCode.CONSISTENCY_UNKNOWN, keyspace.name(), "its writes are taken to be at " + otherwise);
            return otherwise;
        }
        return WriteLevel.parse(named);
    }

    private List<SchemaStatement> missing(List<ClonedKeyspace> keyspaces) {
        List<SchemaStatement> all = keyspaces.stream()
                .flatMap(keyspace -> schema.missing(keyspace).stream())
                .toList();
        return all.stream()
                .sorted(Comparator.comparing(statement -> statement.kind().followsRows()))
                .toList();
    }

    private void chooseDestinations(List<ClonedKeyspace> keyspaces) {
        Set<String> owners = keyspaces.stream()
                .flatMap(keyspace -> keyspace.here().ranges().stream())
                .flatMap(range -> range.replicas().stream())
                .map(Replica::hostId)
                .collect(Collectors.toSet());
        List<MemberFacts> filled = facts.members().stream()
                .filter(member -> owners.contains(member.node().hostId()))
                .sorted(Comparator.comparing(
                                (MemberFacts member) -> member.node().rack())
                        .thenComparing(member -> member.node().address()))
                .toList();
        members.requireServing(filled);
        filled.stream()
                .filter(MemberFacts::canServe)
                .forEach(member -> destinations.put(member.node().hostId(), member));
        keyspaces.stream()
                .filter(keyspace -> keyspace.isReplicatedByAll(destinations.keySet()))
                .map(ClonedKeyspace::name)
                .forEach(wantedByAll::add);
    }

    private KeyspaceDrafts.Result filled(List<ClonedKeyspace> keyspaces) {
        Map<String, Map<String, List<String>>> owned = new TreeMap<>();
        Set<String> weak = new LinkedHashSet<>();
        SourceShares shares = new SourceShares(source.cluster(), slicing, choices(keyspaces, owned, weak));
        List<String> names =
                destinations.values().stream().map(FilledMembers::name).toList();
        return new KeyspaceDrafts.Result(
                keyspaces.stream()
                        .map(keyspace -> planned(keyspace, shares, names))
                        .toList(),
                shares,
                owned,
                weak);
    }

    private List<SourceChoice> choices(
            List<ClonedKeyspace> keyspaces, Map<String, Map<String, List<String>>> owned, Set<String> weak) {
        List<DestinationNode> nodes = destinations.values().stream()
                .map(member -> new DestinationNode(
                        FilledMembers.name(member),
                        new Locality(member.node().datacenter(), member.node().rack())))
                .toList();
        RangeSources sources = new RangeSources(source.cluster(), nodes, slicing, time);
        for (ClonedKeyspace keyspace : keyspaces) {
            if (obstacle(keyspace).isEmpty()) {
                boolean bijection = keyspace.isBijection();
                CommonRanges.of(keyspace.there().ranges(), keyspace.here().ranges())
                        .forEach(range -> demand(sources, keyspace, range, bijection, owned, weak));
            }
        }
        return sources.balance().choices();
    }

    private static Optional<String> obstacle(ClonedKeyspace keyspace) {
        if (!keyspace.datacenter().isEmpty()
                && Replication.of(keyspace.there().info().replication()).replicas(keyspace.datacenter()) == 0) {
            return Optional.of("it has no replica in " + keyspace.datacenter() + ", which is cloned from");
        }
        return Stream.of(keyspace.there(), keyspace.here())
                .filter(each -> Replication.of(each.info().replication()).isTransient())
                .findFirst()
                .map(each -> "it has transient replicas");
    }

    private void demand(
            RangeSources sources,
            ClonedKeyspace keyspace,
            CommonRanges.Common range,
            boolean bijection,
            Map<String, Map<String, List<String>>> owned,
            Set<String> weak) {
        List<MemberFacts> candidates = range.sources().stream()
                .filter(keyspace::counts)
                .flatMap(replica -> source.cluster().member(replica.hostId()).stream())
                .filter(MemberFacts::canServe)
                .toList();
        List<String> wanting = range.destinations().stream()
                .flatMap(replica -> Stream.ofNullable(destinations.get(replica.hostId())))
                .map(FilledMembers::name)
                .toList();
        wanting.forEach(destination -> owned.computeIfAbsent(destination, key -> new TreeMap<>())
                .computeIfAbsent(keyspace.name(), key -> new ArrayList<>())
                .add(range.range().toString()));
        int needed = bijection ? range.destinations().size() : keyspace.copies();
        if (candidates.size() < needed && weak.add(keyspace.name())) {
            findings.add(
                    PlanFindingCode.TOO_FEW_SOURCES,
                    keyspace.name(),
                    candidates.size() + " replicas of " + range.range() + " in "
                            + source.cluster().view().name()
                            + " are live with a sidecar that this one may call (expected: " + needed + ")");
        }
        if (!candidates.isEmpty() && !wanting.isEmpty()) {
            // Without a distinct source for each replica, every one merges all that there are.
            boolean distinct = bijection && candidates.size() >= needed;
            sources.demand(
                    keyspace.there(),
                    range.range(),
                    wanting,
                    candidates,
                    distinct ? 1 : Math.min(keyspace.copies(), candidates.size()),
                    distinct ? Sharing.DISTINCT_ACROSS_REPLICAS : Sharing.INDEPENDENT);
        }
    }

    private PlanKeyspace planned(ClonedKeyspace keyspace, SourceShares shares, Collection<String> names) {
        Optional<String> obstacle = obstacle(keyspace);
        obstacle.ifPresentOrElse(
                why -> findings.add(PlanFindingCode.TOO_FEW_SOURCES, keyspace.name(), why),
                () -> slicing.tell(keyspace.name()));
        boolean cut = obstacle.isEmpty() && slicing.cuts(keyspace.name());
        String from = source.cluster().view().name();
        return PlanKeyspaceBuilder.builder()
                .keyspace(keyspace.name())
                .replication(keyspace.here().info().replication())
                .writes(keyspace.writes().name())
                .copies(obstacle.isPresent() ? 0 : keyspace.isBijection() ? 1 : keyspace.copies())
                .treatment(obstacle.isPresent() ? Treatment.LEAVE_EMPTY : Treatment.FILL)
                .why(obstacle.orElse((cut ? "SSTables cut to the ranges, from " : "whole SSTables, from ") + from))
                .ranges(keyspace.here().ranges().size())
                .tables(TableBytes.of(keyspace.there(), shares, names))
                .slices(cut ? Boolean.TRUE : null)
                .build();
    }

    // The schema of a cluster is changed by one of its nodes.
    private Optional<HostFacts> maker(List<PlanDestination> planned) {
        return planned.stream().findFirst().flatMap(first -> facts.destinations().stream()
                .filter(host -> host.sidecar().equals(first.sidecar()))
                .findFirst());
    }

    private List<PlannedStep> steps(
            List<PlanDestination> planned, List<FilledAtOnce> groups, List<SchemaStatement> missing) {
        List<PlannedStep> steps = new ArrayList<>();
        steps.add(new PlannedStep(StepAction.CHECK, null, null));
        if (planned.isEmpty()) {
            return List.copyOf(steps);
        }
        String maker = planned.get(0).sidecar();
        if (missing.stream().anyMatch(statement -> !statement.kind().followsRows())) {
            steps.add(new PlannedStep(StepAction.MAKE_SCHEMA, maker, null));
        }
        if (request.truncates()) {
            steps.add(new PlannedStep(StepAction.TRUNCATE, maker, null));
        }
        steps.add(new PlannedStep(StepAction.HOLD, null, null));
        groups.forEach(group -> steps.addAll(group.steps()));
        if (missing.stream().anyMatch(statement -> statement.kind().followsRows())) {
            steps.add(new PlannedStep(StepAction.MAKE_INDEXES, maker, null));
        }
        for (PlanDestination destination : planned) {
            steps.add(new PlannedStep(StepAction.VERIFY, destination.sidecar(), null));
            steps.add(new PlannedStep(StepAction.CLEANUP, destination.sidecar(), null));
        }
        if (request.compares()) {
            steps.add(new PlannedStep(StepAction.COMPARE, null, null));
        }
        return List.copyOf(steps);
    }

    private List<PlanDue> due(KeyspaceDrafts.Result filled, Set<String> leftBehind) {
        List<PlanDue> due = new ArrayList<>();
        filled.weak()
                .forEach(keyspace -> due.add(new PlanDue(
                        "Repair " + keyspace + " on every node",
                        "nodetool repair --full " + keyspace,
                        "fewer replicas were merged than its writes ask for")));
        filled.keyspaces().stream()
                .filter(keyspace -> keyspace.treatment() == Treatment.LEAVE_EMPTY)
                .forEach(keyspace -> due.add(new PlanDue(
                        "Copy the rows of " + keyspace.keyspace() + " by other means",
                        null,
                        "the plan leaves it empty: " + keyspace.why())));
        leftBehind.forEach(keyspace -> due.add(LeftBehind.due(keyspace)));
        if (!request.compares()) {
            due.add(CloneComparison.due(request, null));
        }
        due.add(new PlanDue(
                "Create roles, functions and aggregates, and grant permissions",
                null,
                "a plan copies tables with their types, indexes and views, and nothing else of the schema"));
        return List.copyOf(due);
    }
}
