/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.plan;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.keyspace.TableSizes;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.plan.facts.ClusterFacts;
import io.idaeus.sidecar.plan.facts.HeldBytes;
import io.idaeus.sidecar.plan.facts.HostFacts;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.MemberFacts;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** A cluster in memory: random tokens, three racks in each data centre, one keyspace with equally large tables. */
final class BenchRing {
    static final String KEYSPACE = "shop";
    private static final int RACKS = 3;
    private static final long NODE_BYTES = 1L << 40;

    private final int tables;
    private final boolean whole;
    // 0 for a few large ones.
    private long sstableBytes;
    private boolean cutting = true;
    private final List<ClusterNode> nodes = new ArrayList<>();
    private final Map<String, ClusterNode> byHostId = new HashMap<>();
    private final Map<String, List<TokenRange>> owned = new HashMap<>();
    private final Map<String, String> replication = new LinkedHashMap<>();
    private final List<RingRange> ranges = new ArrayList<>();

    /**
     * @param dead whether the first node is down
     * @param whole whether SSTables span the node's ranges
     * @param replicas of each data centre
     */
    BenchRing(int size, int vnodes, int tables, boolean dead, boolean whole, int... replicas) {
        this.tables = tables;
        this.whole = whole;
        Random random = new Random(1);
        for (int n = 0; n < size; n++) {
            int dc = n % replicas.length + 1;
            nodes.add(new ClusterNode(
                    new UUID(random.nextLong(), random.nextLong()).toString(),
                    "10." + dc + "." + n / 256 + "." + n % 256,
                    "dc" + dc,
                    "r" + n / replicas.length % RACKS,
                    dead && n == 0 ? "DOWN" : "UP",
                    "NORMAL",
                    vnodes,
                    null));
        }
        List<ClusterNode> owners = new ArrayList<>();
        nodes.forEach(node -> byHostId.put(node.hostId(), node));
        nodes.forEach(node -> owners.addAll(Collections.nCopies(vnodes, node)));
        Collections.shuffle(owners, random);
        long[] tokens = random.longs(owners.size()).sorted().toArray();
        replication.put("class", "org.apache.cassandra.locator.NetworkTopologyStrategy");
        for (int dc = 1; dc <= replicas.length; dc++) {
            replication.put("dc" + dc, String.valueOf(replicas[dc - 1]));
        }
        for (int i = 0; i < tokens.length; i++) {
            TokenRange range = new TokenRange(tokens[Math.floorMod(i - 1, tokens.length)], tokens[i]);
            List<Replica> here = replicas(owners, i, replicas);
            here.forEach(replica -> owned.computeIfAbsent(replica.hostId(), key -> new ArrayList<>())
                    .add(range));
            ranges.add(new RingRange(range.toString(), here, false));
        }
    }

    // One for each rack first, as many as the racks are at the most.
    private static List<Replica> replicas(List<ClusterNode> owners, int from, int... wanted) {
        int[] left = wanted.clone();
        Set<String> racks = new HashSet<>();
        List<Replica> replicas = new ArrayList<>();
        for (int next = 0; IntStream.of(left).sum() > 0; next++) {
            ClusterNode node = owners.get((from + next) % owners.size());
            int dc = node.datacenter().charAt(2) - '1';
            if (left[dc] > 0 && racks.add(node.datacenter() + node.rack())) {
                left[dc]--;
                replicas.add(
                        new Replica(node.hostId(), node.address(), node.datacenter(), node.rack(), node.liveness()));
            }
        }
        return replicas;
    }

    /** SSTables span all ranges of their node, and have this size. */
    BenchRing sstablesOf(long bytes) {
        sstableBytes = bytes;
        return this;
    }

    /** Sidecars are too old to cut SSTables. */
    BenchRing notCutting() {
        cutting = false;
        return this;
    }

    private int sstables(long total) {
        return sstableBytes > 0 ? (int) Math.max(1, total / sstableBytes) : whole ? 8 : 20_000;
    }

    List<RingRange> ranges() {
        return ranges;
    }

    ClusterNode node(int number) {
        return nodes.get(number);
    }

    ClusterNode node(String hostId) {
        return Objects.requireNonNull(byHostId.get(hostId));
    }

    static String sidecar(ClusterNode node) {
        return "https://" + node.address() + ":9043";
    }

    /** The sizes that the node's sidecar would answer. */
    KeyspaceSizes sizes(ClusterNode node) {
        List<TokenRange> here = owned.getOrDefault(node.hostId(), List.of());
        double all = 1.0 * NODE_BYTES * nodes.size() / RACKS;
        boolean empty = node.datacenter().equals("dc2");
        List<TableSizes> sizes = new ArrayList<>();
        for (int t = 0; t < tables; t++) {
            List<Long> bytes = here.stream()
                    .map(range -> empty ? 0 : Math.round(length(range) * 0x1p-64 * all / tables))
                    .toList();
            long total = bytes.stream().mapToLong(Long::longValue).sum();
            sizes.add(new TableSizes(
                    "table_" + t,
                    bytes,
                    total,
                    sstables(total),
                    whole ? 1 : 0.0001,
                    whole ? "SizeTieredCompactionStrategy" : "LeveledCompactionStrategy",
                    false,
                    List.of()));
        }
        return new KeyspaceSizes(
                KEYSPACE, here.stream().map(TokenRange::toString).toList(), sizes, null);
    }

    private static double length(TokenRange range) {
        double length = (double) range.right() - range.left();
        return length > 0 ? length : length + 0x1p64;
    }

    ClusterFacts facts(String... hosts) {
        Cluster view = new Cluster(
                "bench",
                nodes.get(1).hostId(),
                "5.0.9",
                nodes,
                Map.of("s", List.of("10.1.0.1")),
                Map.of(),
                null,
                2_000,
                0);
        List<MemberFacts> members = nodes.stream()
                .map(node -> node.liveness().equals("UP")
                        ? new MemberFacts(
                                node,
                                sidecar(node),
                                null,
                                view,
                                null,
                                List.of(),
                                Map.of(KEYSPACE, HeldBytes.of(sizes(node))),
                                null,
                                cutting,
                                false)
                        : MemberFacts.silent(node, null, null))
                .toList();
        TableDefinition definition =
                new TableDefinition(List.of(), List.of(), List.of(), List.of(), 864_000, List.of());
        List<TableInfo> infos = IntStream.range(0, tables)
                .mapToObj(t -> new TableInfo(KEYSPACE, "table_" + t, "id", "CREATE", definition, null, null))
                .toList();
        KeyspaceInfo info = new KeyspaceInfo(
                KEYSPACE,
                false,
                replication,
                infos.stream().map(TableInfo::table).toList());
        return new ClusterFacts(
                view,
                members,
                List.of(new KeyspaceFacts(info, ranges, infos)),
                Arrays.stream(hosts)
                        .map(host -> new HostFacts(
                                host,
                                new Host("1", List.of(), false, null, List.of(), null, null, List.of(NodeInfo.SLICES)),
                                List.of()))
                        .toList());
    }
}
