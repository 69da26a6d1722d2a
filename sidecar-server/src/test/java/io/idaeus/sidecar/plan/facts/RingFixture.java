/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import io.idaeus.api.claim.Claim;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.KeyspaceRules;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.keyspace.TableSizes;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.DataDirectory;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.NodeTokens;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.Ring;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.sstable.SstableFinding;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Facts of a cluster that exists in memory alone: {@code 10.0.DC.N} for each node, one rack for each N. */
public final class RingFixture {
    public static final String NEW = "http://10.0.9.9:9043";
    private static final long LONG_DOWN = 120_000;
    private static final int VNODES = 8;
    private static final long BYTES = 1L << 30;

    private record Owner(long token, ClusterNode node) {}

    private final Map<String, List<Claim>> claims = new HashMap<>();
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final List<KeyspaceFacts> keyspaces = new ArrayList<>();
    private final Map<String, UnaryOperator<MemberFacts>> members = new HashMap<>();
    private final List<Owner> owners = new ArrayList<>();
    private final Map<String, List<Long>> registered = new HashMap<>();
    private @Nullable CassandraProcess replacement;
    private final Map<String, List<String>> releases = new HashMap<>();
    private final Map<String, KeyspaceRules> rules = new HashMap<>();
    private final Map<String, List<SstableFinding>> findings = new HashMap<>();
    private final Set<String> silent = new HashSet<>();
    private final Set<String> unflushed = new HashSet<>();
    private final Set<String> tooOld = new HashSet<>();
    private final Map<String, Double> leftOver = new HashMap<>();
    private double span = 0.01;
    private final Map<String, Map<String, List<String>>> ranges = new HashMap<>();
    private final Map<String, List<String>> options = new HashMap<>();
    private boolean transacted;
    private boolean changesSchema = true;
    private boolean readsRows = true;
    private boolean transactionsRead = true;
    private int port = 9043;
    private String version = "5.0.9";
    private List<String> seeds = List.of("10.0.1.1");

    /** @param ofEachDatacenter number of nodes; the data centres are dc1, dc2, … */
    public static RingFixture nodes(int... ofEachDatacenter) {
        return nodes("10.0.", VNODES, ofEachDatacenter);
    }

    /** As {@link #nodes(int...)}, with so many tokens each. */
    public static RingFixture vnodes(int vnodes, int... ofEachDatacenter) {
        return nodes("10.0.", vnodes, ofEachDatacenter);
    }

    /** At addresses of the loopback interface, where a test may listen at this port. */
    public static RingFixture loopback(int port, int... ofEachDatacenter) {
        return loopbackWith(port, VNODES, ofEachDatacenter);
    }

    /** The same, with so many tokens each. */
    public static RingFixture loopbackWith(int port, int vnodes, int... ofEachDatacenter) {
        RingFixture ring = nodes("127.9.", vnodes, ofEachDatacenter);
        ring.port = port;
        return ring;
    }

    private static RingFixture nodes(String network, int vnodes, int... ofEachDatacenter) {
        RingFixture ring = new RingFixture();
        Random random = new Random(7);
        for (int dc = 1; dc <= ofEachDatacenter.length; dc++) {
            for (int n = 1; n <= ofEachDatacenter[dc - 1]; n++) {
                ring.nodes.add(new ClusterNode(
                        new UUID(dc, n).toString(),
                        network + dc + "." + n,
                        "dc" + dc,
                        "r" + n,
                        "UP",
                        "NORMAL",
                        vnodes,
                        null));
            }
        }
        ring.nodes.forEach(node -> {
            for (int i = 0; i < vnodes; i++) {
                ring.owners.add(new Owner(random.nextLong(), node));
            }
        });
        ring.owners.sort(Comparator.comparingLong(Owner::token));
        return ring;
    }

    public RingFixture version(String value) {
        version = value;
        return this;
    }

    /** The seeds of every node. */
    public RingFixture seeds(String... addresses) {
        seeds = List.of(addresses);
        return this;
    }

    /** Tables are used with lightweight transactions. */
    public RingFixture transacted() {
        transacted = true;
        return this;
    }

    public RingFixture down(String address) {
        return downFor(address, LONG_DOWN);
    }

    /** @param millis null where sidecars do not tell */
    public RingFixture downFor(String address, @Nullable Long millis) {
        return change(
                address,
                node -> new ClusterNode(
                        node.hostId(),
                        node.address(),
                        node.datacenter(),
                        node.rack(),
                        "DOWN",
                        node.movement(),
                        node.tokens(),
                        millis));
    }

    /** Nobody may read which tables are used with lightweight transactions. */
    public RingFixture transactionsUnknown() {
        transactionsRead = false;
        return this;
    }

    /** JVM options of a node. */
    public RingFixture options(String address, String... given) {
        options.put(address, List.of(given));
        return this;
    }

    /** All nodes of a data centre. */
    public RingFixture inOneRack(String datacenter) {
        UnaryOperator<ClusterNode> moved = node -> node.datacenter().equals(datacenter)
                ? new ClusterNode(
                        node.hostId(),
                        node.address(),
                        datacenter,
                        "r1",
                        node.liveness(),
                        node.movement(),
                        node.tokens(),
                        node.downMillis())
                : node;
        nodes.replaceAll(moved);
        owners.replaceAll(owner -> new Owner(owner.token(), moved.apply(owner.node())));
        return this;
    }

    /** Whatever its ranges say, the node is in this rack. */
    public RingFixture rack(String address, String rack) {
        return change(
                address,
                node -> new ClusterNode(
                        node.hostId(),
                        node.address(),
                        node.datacenter(),
                        rack,
                        node.liveness(),
                        node.movement(),
                        node.tokens(),
                        node.downMillis()));
    }

    /** One more node, which owns nothing yet. */
    public RingFixture beginsToJoin(String hostId, String address, String rack) {
        nodes.add(new ClusterNode(hostId, address, "dc1", rack, "UP", "JOINING", 0, null));
        return this;
    }

    /** As Cassandra 6.0 shows a node that has registered its tokens, and died before it began to join. */
    public RingFixture registers(String hostId, String address, String rack, List<Long> tokens) {
        nodes.add(new ClusterNode(hostId, address, "dc1", rack, "DOWN", "NORMAL", tokens.size(), null));
        registered.put(hostId, tokens);
        return this;
    }

    /** It is no node of the cluster any more. */
    public RingFixture leaves(String address) {
        nodes.removeIf(node -> node.address().equals(address));
        return this;
    }

    public RingFixture joining(String address) {
        return change(address, node -> copy(node, node.liveness(), "JOINING"));
    }

    private RingFixture change(String address, UnaryOperator<ClusterNode> change) {
        nodes.replaceAll(node -> node.address().equals(address) ? change.apply(node) : node);
        return this;
    }

    private static ClusterNode copy(ClusterNode node, String liveness, String movement) {
        return new ClusterNode(
                node.hostId(), node.address(), node.datacenter(), node.rack(), liveness, movement, node.tokens(), null);
    }

    /** @param where address of a node, or of the sidecar of a destination */
    public RingFixture denying(String where, String... keyspaces) {
        rules.put(where, new KeyspaceRules(List.of(), List.of(keyspaces)));
        return this;
    }

    public RingFixture withoutSidecar(String address) {
        members.put(address, member -> MemberFacts.silent(member.node(), null, null));
        return this;
    }

    /** Sets the findings that refuse transfers of each table of a node. */
    public RingFixture finding(String address, SstableFinding... found) {
        findings.put(address, List.of(found));
        return this;
    }

    /**
     * Its sidecar cannot cut SSTables.
     *
     * @param where address of a node, or of the sidecar of a destination
     */
    public RingFixture notCutting(String where) {
        tooOld.add(where);
        return this;
    }

    /** Another plan has claimed a node. */
    public RingFixture claimed(String uri) {
        Claim claim =
                new Claim("p0", "1-2-3", 1, "http://10.0.0.1:9043", Instant.EPOCH, null, true, null, null, null, null);
        claims.put(uri, List.of(claim));
        return this;
    }

    private List<String> capabilities(String uri) {
        List<String> capabilities = List.of(
                NodeInfo.SLICES,
                NodeInfo.ENTER_SURVEY,
                NodeInfo.PARALLEL_STEPS,
                NodeInfo.EXPANSION,
                NodeInfo.CLEANUP,
                NodeInfo.CLONE,
                NodeInfo.SOURCE_CHECKS,
                NodeInfo.SCHEMA_CHANGES);
        return tooOld.contains(uri)
                ? List.of()
                : capabilities.stream()
                        .filter(each -> changesSchema || !each.equals(NodeInfo.SCHEMA_CHANGES))
                        .toList();
    }

    /** Its sidecars change no schema. */
    public RingFixture notChangingSchema() {
        changesSchema = false;
        return this;
    }

    /** Its sidecars read no rows. */
    public RingFixture notReadingRows() {
        readsRows = false;
        return this;
    }

    /** So much of what the node has is of ranges that it does not own. */
    public RingFixture leftOver(String address, double share) {
        leftOver.put(address, share);
        return this;
    }

    /** Every SSTable has rows of all ranges of its node. */
    public RingFixture spanning() {
        span = 1;
        return this;
    }

    /** All that the node has is in memory. */
    public RingFixture unflushed(String address) {
        unflushed.add(address);
        return this;
    }

    /** Its sidecar is of a version that does not look at SSTables. */
    public RingFixture notLooking(String address) {
        silent.add(address);
        return this;
    }

    /** Its sidecar answers, with an error. */
    public RingFixture failing(String address, String failure) {
        members.put(address, member -> MemberFacts.silent(member.node(), member.sidecar(), failure));
        return this;
    }

    /** Sets the release that gossip tells of a node. */
    public RingFixture release(String address, String release) {
        releases.put(release, List.of(address));
        return this;
    }

    public RingFixture seenUp(String by, String dead) {
        members.put(
                by,
                member -> new MemberFacts(
                        member.node(),
                        member.sidecar(),
                        null,
                        view(nodes.stream()
                                .map(node -> node.address().equals(dead) ? copy(node, "UP", node.movement()) : node)
                                .toList()),
                        member.sendRate(),
                        member.seeds(),
                        member.sizes(),
                        member.keyspaces(),
                        member.slices(),
                        member.rows()));
        return this;
    }

    public RingFixture replacement(CassandraProcess running) {
        replacement = running;
        return this;
    }

    /** @param replicas of each data centre */
    public RingFixture keyspace(String name, int... replicas) {
        return keyspace(name, List.of(), 864_000, replicas);
    }

    public RingFixture keyspace(String name, List<String> flags, int gcGrace, int... replicas) {
        return keyspace(name, 1, flags, gcGrace, replicas);
    }

    public RingFixture keyspace(String name, int count, List<String> flags, int gcGrace, int... replicas) {
        Map<String, String> replication = new LinkedHashMap<>();
        replication.put("class", "org.apache.cassandra.locator.NetworkTopologyStrategy");
        for (int dc = 1; dc <= replicas.length; dc++) {
            replication.put("dc" + dc, String.valueOf(replicas[dc - 1]));
        }
        boolean system = SchemaReader.isSystem(name);
        List<String> names =
                IntStream.range(0, count).mapToObj(i -> i == 0 ? "t" : "t" + i).toList();
        KeyspaceInfo info = new KeyspaceInfo(name, system, replication, names);
        TableDefinition definition = new TableDefinition(List.of(), List.of(), List.of(), List.of(), gcGrace, flags);
        List<TableInfo> tables = system
                ? List.of()
                : names.stream()
                        .map(table -> new TableInfo(name, table, "id", "CREATE …", definition, null, null))
                        .toList();
        keyspaces.add(new KeyspaceFacts(info, ranges(replicas), tables));
        return this;
    }

    /** A keyspace with one replica and one table, which uses a type. */
    public RingFixture typed(String name, String table, UserType type) {
        KeyspaceFacts plain = keyspace(name, 1).keyspaces.remove(keyspaces.size() - 1);
        KeyspaceInfo info = new KeyspaceInfo(name, false, plain.info().replication(), List.of(table));
        TableDefinition definition =
                new TableDefinition(List.of(), List.of(), List.of(type), List.of(), 864_000, List.of());
        keyspaces.add(new KeyspaceFacts(
                info, plain.ranges(), List.of(new TableInfo(name, table, "id", "CREATE …", definition, null, null))));
        return this;
    }

    /** As {@link #keyspace(String, int...)}, with a strategy that knows no data centres. */
    public RingFixture simple(String name, int replicas) {
        keyspace(name, replicas, replicas);
        return replaced(
                name,
                Map.of(
                        "class",
                        "org.apache.cassandra.locator.SimpleStrategy",
                        "replication_factor",
                        String.valueOf(replicas)),
                ranges(Map.of("any", replicas), node -> "any"));
    }

    /** A keyspace that is there already, with another replication. Cassandra tells the same ranges. */
    public RingFixture replicated(String name, Map<String, String> replication) {
        return replaced(name, replication, null);
    }

    private RingFixture replaced(String name, Map<String, String> replication, @Nullable List<RingRange> ranges) {
        keyspaces.replaceAll(keyspace -> keyspace.name().equals(name)
                ? new KeyspaceFacts(
                        new KeyspaceInfo(
                                name, false, replication, keyspace.info().tables()),
                        ranges == null ? keyspace.ranges() : ranges,
                        keyspace.tables())
                : keyspace);
        return this;
    }

    private List<RingRange> ranges(int... replicas) {
        Map<String, Integer> ofEach = new TreeMap<>();
        for (int dc = 1; dc <= replicas.length; dc++) {
            ofEach.put("dc" + dc, replicas[dc - 1]);
        }
        return ranges(ofEach, ClusterNode::datacenter);
    }

    /** @param group nodes of one group share its replicas */
    private List<RingRange> ranges(Map<String, Integer> replicas, Function<ClusterNode, String> group) {
        List<RingRange> ranges = new ArrayList<>();
        for (int i = 0; i < owners.size(); i++) {
            long left = owners.get(Math.floorMod(i - 1, owners.size())).token();
            List<Replica> here = new ArrayList<>();
            int from = i;
            replicas.forEach((name, count) -> IntStream.range(0, owners.size())
                    .mapToObj(step -> owners.get((from + step) % owners.size()))
                    .map(Owner::node)
                    .filter(node -> group.apply(node).equals(name))
                    .distinct()
                    .limit(count)
                    .map(node ->
                            new Replica(node.hostId(), node.address(), node.datacenter(), node.rack(), node.liveness()))
                    .forEach(here::add));
            ranges.add(new RingRange(left + ":" + owners.get(i).token(), here, false));
        }
        return ranges;
    }

    /** As a node sees it. */
    public Cluster seenBy(ClusterNode node) {
        Cluster view = view(nodes);
        return new Cluster(
                view.name(),
                node.hostId(),
                view.cassandraVersion(),
                view.nodes(),
                view.schemaVersions(),
                view.releaseVersions(),
                view.epoch(),
                view.maxWriteTimeoutMillis(),
                view.repairs());
    }

    public List<ClusterNode> members() {
        return List.copyOf(nodes);
    }

    public List<KeyspaceFacts> keyspaces() {
        return List.copyOf(keyspaces);
    }

    public Ring ring(String keyspace) {
        return new Ring(
                keyspace,
                keyspaces.stream()
                        .filter(each -> each.name().equals(keyspace))
                        .findFirst()
                        .orElseThrow()
                        .ranges());
    }

    public ClusterFacts facts(String... destinations) {
        List<HostFacts> hosts = new ArrayList<>();
        for (String uri : destinations) {
            hosts.add(new HostFacts(uri, host(uri), List.of(URI.create(uri).getHost())));
        }
        return new ClusterFacts(view(nodes), nodes.stream().map(this::member).toList(), keyspaces, hosts)
                .withTokens(tokens());
    }

    public RingTokens ringTokens() {
        return new RingTokens(tokens().entrySet().stream()
                .map(node -> new NodeTokens(
                        node.getKey(),
                        node.getValue().stream().map(String::valueOf).toList()))
                .toList());
    }

    /** By host id. */
    public Map<String, List<Long>> tokens() {
        Map<String, List<Long>> tokens = new HashMap<>();
        owners.forEach(owner -> tokens.computeIfAbsent(owner.node().hostId(), key -> new ArrayList<>())
                .add(owner.token()));
        tokens.putAll(registered);
        return tokens;
    }

    public Host host(String uri) {
        DataDirectory staging = new DataDirectory("/staging", 100 * BYTES, 90 * BYTES, "/staging");
        CassandraProcess running = uri.equals(NEW)
                ? replacement
                : nodes.stream()
                        .filter(node -> uri.contains(node.address()))
                        .findFirst()
                        .map(node -> process(
                                node.hostId(),
                                node.address(),
                                node.datacenter(),
                                node.rack(),
                                options.getOrDefault(node.address(), List.of())))
                        .orElse(null);
        return new Host(
                "1",
                List.of(staging),
                false,
                running,
                claims.getOrDefault(uri, List.of()),
                rules.get(uri),
                List.of("v1"),
                capabilities(uri));
    }

    public static CassandraProcess process(String hostId, String address, String datacenter, String rack) {
        return process(hostId, address, datacenter, rack, List.of());
    }

    private static CassandraProcess process(
            String hostId, String address, String datacenter, String rack, List<String> options) {
        return new CassandraProcess(
                "5.0.9",
                Instant.EPOCH,
                options,
                "NORMAL",
                CassandraProcess.Phase.NORMAL,
                hostId,
                address,
                datacenter,
                rack,
                VNODES,
                List.of("10.0.1.1"),
                0,
                0);
    }

    private Cluster view(List<ClusterNode> seen) {
        return new Cluster(
                "test",
                nodes.get(0).hostId(),
                version,
                seen,
                Map.of("schema-1", List.of("10.0.1.1")),
                releases,
                version.startsWith("6.") ? Long.valueOf(7) : null,
                5_000,
                0);
    }

    // Read once: a large ring has many ranges.
    private Map<String, List<String>> rangesOf(KeyspaceFacts keyspace) {
        return ranges.computeIfAbsent(keyspace.name(), any -> {
            Map<String, List<String>> found = new HashMap<>();
            keyspace.ranges().forEach(range -> range.replicas()
                    .forEach(replica -> found.computeIfAbsent(replica.hostId(), key -> new ArrayList<>())
                            .add(range.range())));
            return found;
        });
    }

    private boolean isFilled(String table, String address) {
        return table.equals("t") && !unflushed.contains(address);
    }

    private TableSizes table(String name, List<Long> bytes, String address) {
        return new TableSizes(
                name,
                bytes,
                isFilled(name, address) ? BYTES : 0,
                isFilled(name, address) ? 25 : 0,
                span,
                "LeveledCompactionStrategy",
                transacted,
                silent.contains(address) ? null : findings.getOrDefault(address, List.of()));
    }

    private MemberFacts member(ClusterNode node) {
        boolean up = node.liveness().equals("UP");
        Map<String, HeldBytes> sizes = new HashMap<>();
        for (KeyspaceFacts keyspace : keyspaces) {
            List<String> here = rangesOf(keyspace).getOrDefault(node.hostId(), List.of());
            double own = 1 - leftOver.getOrDefault(node.address(), 0.0);
            List<Long> bytes = here.stream()
                    .map(range -> Math.round(own * BYTES / here.size()))
                    .toList();
            List<TableSizes> tables = keyspace.info().tables().stream()
                    .map(name -> table(name, isFilled(name, node.address()) ? bytes : List.of(), node.address()))
                    .toList();
            sizes.put(
                    keyspace.name(), HeldBytes.of(new KeyspaceSizes(keyspace.name(), here, tables, transactionsRead)));
        }
        MemberFacts member = new MemberFacts(
                node,
                up ? "http://" + node.address() + ":" + port : null,
                null,
                up ? view(nodes) : null,
                null,
                up ? seeds : List.of(),
                up ? sizes : Map.of(),
                rules.get(node.address()),
                !tooOld.contains(node.address()),
                readsRows);
        return members.getOrDefault(node.address(), UnaryOperator.identity()).apply(member);
    }
}
