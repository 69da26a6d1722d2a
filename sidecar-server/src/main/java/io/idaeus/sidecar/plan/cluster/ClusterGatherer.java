/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterBuilder;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.keyspace.TablePattern;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.NodeTokens;
import io.idaeus.api.node.Ring;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.plan.facts.MemberFactsBuilder;
import io.idaeus.sidecar.plan.facts.SourceFacts;
import io.idaeus.sidecar.plan.kind.PlanType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Gathers what a plan is made from. */
final class ClusterGatherer {
    /** Questions to one sidecar. */
    private static final int AT_A_TIME = 8;

    private final SidecarDirectory directory;

    ClusterGatherer(SidecarDirectory directory) {
        this.directory = directory;
    }

    /**
     * @throws ProblemException CASSANDRA_UNAVAILABLE, PEER_UNREACHABLE, PEER_NOT_ALLOWED, UNPROCESSABLE,
     *     INVALID_REQUEST, TIME_LIMIT
     */
    ClusterFacts gather(PlanRequest request, TimeLimit time) {
        return PeerCalls.translated(() -> gathered(request, time));
    }

    private ClusterFacts gathered(PlanRequest request, TimeLimit time) {
        KnownSidecar self = directory.self();
        DraftCalls calls = DraftCalls.within(time);
        Cluster view = calls.ask(self.uri(), "the cluster", self.client()::cluster);
        PlanType type = PlanType.of(request);
        List<String> named = type.namedMembers();
        named.forEach(directory::at);
        Map<String, KnownSidecar> sidecars = directory.find(view.name(), view.nodes(), named, time);
        List<KeyspaceFacts> keyspaces =
                calls.ask(self.uri(), "the keyspaces", self.client()::keyspaces).keyspaces().stream()
                        .filter(keyspace -> isRing(keyspace))
                        .map(keyspace -> keyspace(self, keyspace, calls, time))
                        .toList();
        ClusterFacts facts = new ClusterFacts(
                view, members(view, sidecars, keyspaces, time), keyspaces, destinations(type, view, sidecars, time));
        ClusterFacts known = type.needsTokens() ? facts.withTokens(tokens(self, calls)) : facts;
        return type.otherCluster()
                .map(uri -> known.withSource(
                        new ClusterGatherer(directory.of(uri)).asSource(request, facts.destinations(), time)))
                .orElse(known);
    }

    // Only the keyspaces of the tables that the request names.
    private SourceFacts asSource(PlanRequest request, List<HostFacts> destinations, TimeLimit time) {
        KnownSidecar self = directory.self();
        DraftCalls calls = DraftCalls.within(time);
        NodeInfo node = calls.ask(self.uri(), "its node", self.client()::node);
        Cluster view = calls.ask(self.uri(), "the cluster", self.client()::cluster);
        Map<String, KnownSidecar> sidecars = directory.find(view.name(), view.nodes(), List.of(self.uri()), time);
        List<TablePattern> patterns = Stream.ofNullable(request.tables())
                .flatMap(List::stream)
                .map(TablePattern::parse)
                .toList();
        List<KeyspaceFacts> keyspaces =
                calls.ask(self.uri(), "the keyspaces", self.client()::keyspaces).keyspaces().stream()
                        .filter(keyspace -> !keyspace.system() && isRing(keyspace))
                        .filter(keyspace -> patterns.stream().anyMatch(pattern -> pattern.matches(keyspace)))
                        .map(keyspace -> keyspace(self, keyspace, calls, time))
                        .toList();
        Map<String, KeyspaceStatements> statements = new HashMap<>();
        // An earlier sidecar has none.
        if (node.capabilities().contains(NodeInfo.CLONE)) {
            keyspaces.forEach(keyspace -> statements.put(
                    keyspace.info().name(),
                    calls.ask(self.uri(), "the statements of " + keyspace.info().name(), () -> self.client()
                            .statements(keyspace.info().name()))));
        }
        return new SourceFacts(
                self.uri(),
                node.datacenter(),
                new ClusterFacts(view, members(view, sidecars, keyspaces, time), keyspaces, destinations),
                statements);
    }

    private static Map<String, List<Long>> tokens(KnownSidecar self, DraftCalls calls) {
        return calls.ask(self.uri(), "the tokens of the ring", self.client()::tokens).nodes().stream()
                .collect(Collectors.toMap(
                        NodeTokens::hostId,
                        node -> node.tokens().stream().map(Long::valueOf).toList(),
                        (one, other) -> one));
    }

    private static boolean isRing(KeyspaceInfo keyspace) {
        String strategy = keyspace.replication().getOrDefault("class", "");
        return strategy.endsWith("SimpleStrategy") || strategy.endsWith("NetworkTopologyStrategy");
    }

    private KeyspaceFacts keyspace(KnownSidecar self, KeyspaceInfo keyspace, DraftCalls calls, TimeLimit time) {
        List<TableInfo> tables = keyspace.system() ? List.of() : tables(self, keyspace, calls, time);
        Ring ring = calls.ask(self.uri(), "the ring of " + keyspace.name(), () -> self.client()
                .ring(keyspace.name()));
        return new KeyspaceFacts(keyspace, ring.ranges(), tables);
    }

    // A keyspace may have a thousand.
    private List<TableInfo> tables(KnownSidecar self, KeyspaceInfo keyspace, DraftCalls calls, TimeLimit time) {
        Map<String, TableInfo> found = new ConcurrentHashMap<>();
        List<Integer> lanes = IntStream.range(0, AT_A_TIME).boxed().toList();
        Map<Integer, String> unused = directory.each(
                lanes,
                lane -> {
                    for (int i = lane; i < keyspace.tables().size(); i += AT_A_TIME) {
                        String table = keyspace.tables().get(i);
                        found.put(table, self.client().table(keyspace.name(), table));
                    }
                },
                lane -> self.uri(),
                time);
        // Those of a lane that has failed are asked for once more, and say why.
        return keyspace.tables().stream()
                .map(table -> found.containsKey(table)
                        ? found.get(table)
                        : calls.ask(self.uri(), "the table " + keyspace.name() + "." + table, () -> self.client()
                                .table(keyspace.name(), table)))
                .toList();
    }

    private List<MemberFacts> members(
            Cluster view, Map<String, KnownSidecar> sidecars, List<KeyspaceFacts> keyspaces, TimeLimit time) {
        Map<String, MemberFacts> asked = new ConcurrentHashMap<>();
        Map<String, ClusterNode> known =
                view.nodes().stream().collect(Collectors.toMap(ClusterNode::hostId, Function.identity()));
        Map<ClusterNode, String> failures = directory.each(
                view.nodes(),
                node -> {
                    KnownSidecar sidecar = sidecars.get(node.hostId());
                    if (sidecar != null) {
                        asked.put(node.hostId(), member(node, sidecar, known, keyspaces));
                    }
                },
                ClusterNode::address,
                time);
        return view.nodes().stream()
                .map(node -> asked.getOrDefault(
                        node.hostId(),
                        MemberFacts.silent(
                                node,
                                sidecars.containsKey(node.hostId())
                                        ? sidecars.get(node.hostId()).uri()
                                        : null,
                                failures.get(node))))
                .toList();
    }

    private static MemberFacts member(
            ClusterNode node, KnownSidecar sidecar, Map<String, ClusterNode> known, List<KeyspaceFacts> keyspaces) {
        DraftCalls calls = DraftCalls.to(node.liveness().equals("UP"));
        String uri = sidecar.uri();
        Map<String, HeldBytes> sizes = new HashMap<>();
        for (KeyspaceFacts keyspace : keyspaces) {
            String name = keyspace.info().name();
            if (!keyspace.tables().isEmpty() && keyspace.isReplica(node.hostId())) {
                sizes.put(name, held(uri, calls.ask(uri, "the sizes of " + name, () -> sidecar.client()
                        .sizes(name))));
            }
        }
        Long sendRate =
                calls.ask(uri, "its limits", sidecar.client()::limits).send().bytesPerSecond();
        Host host = calls.ask(uri, "its host", sidecar.client()::host);
        CassandraProcess running = host.cassandra();
        List<String> seeds = running == null ? List.of() : running.seeds();
        return MemberFactsBuilder.builder()
                .node(node)
                .sidecar(uri)
                .failure(null)
                .view(shared(calls.ask(uri, "the cluster", sidecar.client()::cluster), known))
                .sendRate(sendRate)
                .seeds(seeds)
                .sizes(sizes)
                .keyspaces(host.keyspaces())
                .slices(host.offers(NodeInfo.SLICES))
                .rows(host.offers(NodeInfo.ROWS))
                .build();
    }

    private static HeldBytes held(String uri, KeyspaceSizes sizes) {
        try {
            return HeldBytes.of(sizes);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(
                    ProblemType.PEER_FAILED,
                    uri + ": the sizes of " + sizes.keyspace() + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    // Every node sees nearly the same nodes: what is equal is kept once.
    private static Cluster shared(Cluster view, Map<String, ClusterNode> known) {
        return ClusterBuilder.builder()
                .name(view.name())
                .hostId(view.hostId())
                .cassandraVersion(view.cassandraVersion())
                .nodes(view.nodes().stream()
                        .map(node -> node.equals(known.get(node.hostId())) ? known.get(node.hostId()) : node)
                        .toList())
                .schemaVersions(view.schemaVersions())
                .releaseVersions(view.releaseVersions())
                .epoch(view.epoch())
                .maxWriteTimeoutMillis(view.maxWriteTimeoutMillis())
                .repairs(view.repairs())
                .build();
    }

    private List<HostFacts> destinations(
            PlanType type, Cluster view, Map<String, KnownSidecar> sidecars, TimeLimit time) {
        Set<String> chosen = chosen(type, view, time);
        Stream<KnownSidecar> members = view.nodes().stream()
                .filter(type::isDestination)
                .filter(node -> chosen.isEmpty() || chosen.contains(node.hostId()))
                .flatMap(node -> Stream.ofNullable(sidecars.get(node.hostId())));
        return Stream.concat(type.newcomers().stream().map(directory::at), members)
                .map(sidecar -> host(sidecar, time))
                .toList();
    }

    // By host id: a sidecar has several addresses, and may have answered at another one.
    private Set<String> chosen(PlanType type, Cluster view, TimeLimit time) {
        Set<String> chosen = new HashSet<>();
        for (String named : type.chosen()) {
            CassandraProcess running = host(directory.at(named), time).host().cassandra();
            String hostId = running == null ? null : running.hostId();
            boolean member = view.nodes().stream().filter(type::isDestination).anyMatch(node -> node.hostId()
                    .equals(hostId));
            if (!member) {
                throw new ProblemException(
                        ProblemType.UNPROCESSABLE,
                        "destinations: the node beside " + named + " is "
                                + (running == null ? "silent" : "no member that this plan may change")
                                + " (expected: a live member, of the data centre that the request names)");
            }
            chosen.add(String.valueOf(hostId));
        }
        return chosen;
    }

    private static HostFacts host(KnownSidecar sidecar, TimeLimit time) {
        Host host = DraftCalls.within(time).ask(sidecar.uri(), "its host, as a destination", sidecar.client()::host);
        return new HostFacts(sidecar.uri(), host, List.copyOf(SidecarDirectory.addresses(sidecar.uri())));
    }
}
