/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.kind;

import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.SchemaStatement;
import io.idaeus.api.keyspace.SchemaStatement.Kind;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.sidecar.placement.PlacedRing;
import io.idaeus.sidecar.placement.RingNode;
import io.idaeus.sidecar.placement.TokenRing;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.Replication;
import io.idaeus.sidecar.plan.facts.SourceFacts;
import io.idaeus.sidecar.plan.finding.PlanFindingCode;
import io.idaeus.sidecar.plan.finding.PlanFindings;
import io.idaeus.sidecar.plan.keyspace.KeyspaceGrowths;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.selection.check.TableDifferences;
import io.idaeus.sidecar.selection.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds the schema that this cluster lacks for tables that are cloned into it, and where its own differs. */
final class CloneSchema {
    private final PlanRequest request;
    private final ClusterFacts facts;
    private final SourceFacts source;
    private final PlanFindings findings;
    private final Map<String, KeyspaceFacts> known;

    CloneSchema(PlanRequest request, ClusterFacts facts, SourceFacts source, PlanFindings findings) {
        this.request = request;
        this.facts = facts;
        this.source = source;
        this.findings = findings;
        this.known = facts.keyspaces().stream().collect(Collectors.toMap(KeyspaceFacts::name, each -> each));
    }

    /**
     * The keyspace in this cluster, as it is or as it is going to be. Empty where a finding refuses it.
     *
     * @param there with the tables that are cloned
     */
    Optional<KeyspaceFacts> here(KeyspaceFacts there) {
        KeyspaceFacts existing = known.get(there.name());
        if (existing == null) {
            return replication(there).map(replication -> made(there, replication));
        }
        Map<String, String> wanted =
                asked(there).map(CloneSchema::networkTopology).orElse(null);
        if (wanted != null
                && !Replication.of(wanted)
                        .placement()
                        .equals(Replication.of(existing.info().replication()).placement())) {
            findings.add(
                    PlanFindingCode.REPLICATION_UNCLEAR,
                    there.name(),
                    "this cluster has the keyspace with " + existing.info().replication() + ", and the request says "
                            + wanted);
            return Optional.empty();
        }
        return Optional.of(existing);
    }

    private Optional<Map<String, Integer>> asked(KeyspaceFacts keyspace) {
        return Optional.ofNullable(request.replication()).flatMap(all -> Optional.ofNullable(all.get(keyspace.name())));
    }

    private static Map<String, String> networkTopology(Map<String, Integer> replicas) {
        Map<String, String> replication = new TreeMap<>();
        replication.put("class", "org.apache.cassandra.locator.NetworkTopologyStrategy");
        replicas.forEach((datacenter, number) -> replication.put(datacenter, number.toString()));
        return replication;
    }

    private Optional<Map<String, String>> replication(KeyspaceFacts there) {
        Map<String, Integer> nodes = new TreeMap<>();
        facts.members().forEach(member -> nodes.merge(member.node().datacenter(), 1, Integer::sum));
        Map<String, Integer> wanted =
                asked(there).orElseGet(() -> inferred(there.info().replication(), nodes));
        String impossible = wanted.entrySet().stream()
                .filter(each -> each.getValue() > nodes.getOrDefault(each.getKey(), 0))
                .map(each -> each.getValue() + " replicas in " + each.getKey() + ", which has "
                        + nodes.getOrDefault(each.getKey(), 0) + " nodes")
                .collect(Collectors.joining(", "));
        if (wanted.isEmpty() || !impossible.isEmpty()) {
            findings.add(
                    PlanFindingCode.REPLICATION_UNCLEAR,
                    there.name(),
                    wanted.isEmpty()
                            ? "this cluster lacks the keyspace; the other one has it with "
                                    + there.info().replication() + ", and the data centres here are " + nodes.keySet()
                            : "it would have " + impossible);
            return Optional.empty();
        }
        return Optional.of(networkTopology(wanted));
    }

    // None where it does not follow from the data centres.
    private static Map<String, Integer> inferred(Map<String, String> replication, Map<String, Integer> nodes) {
        Replication there = Replication.of(replication);
        List<String> datacenters = replication.keySet().stream()
                .filter(key -> !key.equals("class"))
                .toList();
        if (there.knowsDatacenters() && nodes.keySet().containsAll(datacenters)) {
            return datacenters.stream().collect(Collectors.toMap(each -> each, there::replicas));
        }
        boolean oneEach = nodes.size() == 1 && (!there.knowsDatacenters() || datacenters.size() == 1);
        return oneEach ? Map.of(nodes.keySet().iterator().next(), there.replicas()) : Map.of();
    }

    // As Cassandra is going to place it.
    private KeyspaceFacts made(KeyspaceFacts there, Map<String, String> replication) {
        TokenRing ring = KeyspaceGrowths.ring(facts);
        PlacedRing placed = PlacedRing.of(ring, Replication.of(replication).placement());
        boolean cut = KeyspaceGrowths.cutsAtLowest(facts.version());
        List<RingRange> ranges = IntStream.range(0, ring.size())
                .boxed()
                .flatMap(index -> KeyspaceGrowths.asTheRingCuts(ring.range(index), cut)
                        .map(range -> new RingRange(range.toString(), replicas(placed.replicas(index)), false)))
                .toList();
        return new KeyspaceFacts(new KeyspaceInfo(there.name(), false, replication, List.of()), ranges, List.of());
    }

    private List<Replica> replicas(List<RingNode> nodes) {
        return nodes.stream()
                .map(node -> facts.member(node.id()).orElseThrow().node())
                .map(node ->
                        new Replica(node.hostId(), node.address(), node.datacenter(), node.rack(), node.liveness()))
                .toList();
    }

    /** The statements to run: the keyspace first, and indexes and views last. */
    List<SchemaStatement> missing(ClonedKeyspace keyspace) {
        String name = keyspace.name();
        KeyspaceStatements described = source.statements().get(name);
        List<TableInfo> tables = keyspace.there().tables().stream()
                .filter(table -> here(keyspace, table).isEmpty())
                .toList();
        if (described == null || (tables.isEmpty() && known.containsKey(name))) {
            return List.of();
        }
        Set<String> names = tables.stream().map(TableInfo::table).collect(Collectors.toSet());
        Set<String> types = tables.stream()
                .flatMap(table -> table.definition().userTypes().stream())
                .map(UserType::name)
                .collect(Collectors.toSet());
        List<SchemaStatement> missing = new ArrayList<>();
        if (!known.containsKey(name)) {
            missing.add(keyspace(name, keyspace.here().info().replication(), described.durableWrites()));
        }
        described.statements().stream()
                // Types, and whatever belongs to a table that is cloned. The other cluster names nothing else here.
                .filter(each -> each.keyspace().equals(name) && each.kind() != Kind.KEYSPACE)
                .filter(each -> each.table() == null ? types.contains(each.name()) : names.contains(each.table()))
                .forEach(missing::add);
        return List.copyOf(missing);
    }

    private static SchemaStatement keyspace(String name, Map<String, String> replication, boolean durableWrites) {
        String options = new TreeMap<>(replication)
                .entrySet().stream()
                        .map(each -> quoted(each.getKey()) + ": " + quoted(each.getValue()))
                        .collect(Collectors.joining(", "));
        return new SchemaStatement(
                Kind.KEYSPACE,
                name,
                null,
                name,
                "CREATE KEYSPACE \"" + name + "\" WITH replication = {" + options + "} AND durable_writes = "
                        + durableWrites);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    static Optional<TableInfo> here(ClonedKeyspace keyspace, TableInfo table) {
        return keyspace.here().tables().stream()
                .filter(each -> each.table().equals(table.table()))
                .findFirst();
    }

    /** Finds where a table that this cluster has differs, and what speaks against an import into it. */
    void compare(ClonedKeyspace keyspace) {
        for (TableInfo table : keyspace.there().tables()) {
            String name = table.keyspace() + "." + table.table();
            Optional<TableInfo> here = here(keyspace, table);
            TableDefinition ours = here.map(TableInfo::definition).orElseGet(() -> made(table, keyspace.here()));
            TableDifferences.between(name, table.definition(), ours).forEach(findings::add);
            here.ifPresent(each -> {
                flag(each, "HAS_VIEWS", FindingCode.HAS_VIEWS, "the table has materialized views");
                rows(name, each);
            });
            TableInfo then = here.orElse(table);
            flag(then, "CDC", FindingCode.CDC_TABLE, "the table has change data capture on");
            flag(then, "ACCORD", FindingCode.ACCORD_TABLE, "the table has a transactional mode");
        }
    }

    // As it is going to be, with the types that are here already.
    private static TableDefinition made(TableInfo table, KeyspaceFacts here) {
        TableDefinition there = table.definition();
        return new TableDefinition(
                there.columns(),
                there.droppedColumns(),
                here.tables().stream()
                        .flatMap(each -> each.definition().userTypes().stream())
                        .distinct()
                        .toList(),
                there.indexes(),
                there.gcGraceSeconds(),
                there.flags(),
                there.compact());
    }

    private void flag(TableInfo table, String flag, FindingCode code, String detail) {
        if (table.definition().flags().contains(flag)) {
            findings.add(code, table.keyspace() + "." + table.table(), detail);
        }
    }

    private void rows(String name, TableInfo table) {
        List<String> full = holders(table);
        if (full.isEmpty() || request.truncates()) {
            return;
        }
        boolean counter = table.definition().flags().contains("COUNTER");
        findings.add(
                counter ? PlanFindingCode.COUNTERS_NOT_EMPTY : PlanFindingCode.TABLE_NOT_EMPTY,
                name,
                "it has rows at " + Listed.of(full, 3));
    }

    private List<String> holders(TableInfo table) {
        return facts.members().stream()
                .filter(member -> Stream.ofNullable(member.sizes().get(table.keyspace()))
                        .flatMap(held -> held.tables().stream())
                        .anyMatch(each -> each.name().equals(table.table()) && each.total() > 0))
                .map(member -> member.node().address())
                .toList();
    }

    /** Finds whether the sidecars may make what is missing. */
    void checkPermission(List<SchemaStatement> missing, HostFacts maker) {
        List<String> changes = new ArrayList<>();
        if (!missing.isEmpty()) {
            changes.add("make " + missing.size() + " keyspaces, types, tables and others");
        }
        if (request.truncates()) {
            changes.add("truncate tables");
        }
        if (!changes.isEmpty() && !maker.host().offers(NodeInfo.SCHEMA_CHANGES)) {
            findings.add(
                    PlanFindingCode.SCHEMA_NOT_ALLOWED,
                    maker.sidecar(),
                    "the plan is to " + String.join(", and to ", changes) + ", and this sidecar may not");
        }
    }
}
