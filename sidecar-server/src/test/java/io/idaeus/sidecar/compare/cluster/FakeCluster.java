/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.KeyspaceList;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.node.DataPlane;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.Replica;
import io.idaeus.api.node.Ring;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.rows.RowCellsList;
import io.idaeus.api.rows.RowCellsRequest;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestPage.RowBlock;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowKeyPage;
import io.idaeus.api.rows.RowKeyPage.DigestedRowKey;
import io.idaeus.api.rows.RowKeyRequest;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.compare.MemorySide;
import io.idaeus.sidecar.plan.cluster.SidecarAddress;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.Block;
import io.idaeus.sidecar.rows.Bucket;
import io.idaeus.sidecar.rows.RowKeys;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The sidecars of a cluster whose tables are in memory. Each node owns an equal part of the ring. Pages are small. */
public final class FakeCluster implements AutoCloseable {
    /** The keyspace of all tables. */
    public static final String KEYSPACE = "shop";

    private static final int PAGE = 3;
    private static final int KEYS = 20;

    // A port of this process alone.
    private static final int PORT = 10_000 + (int) (ProcessHandle.current().pid() % 20_000);
    private static final ObjectMapper JSON = ClientJson.mapper();
    private static final TableDefinition DEFINITION = new TableDefinition(
            List.of(
                    new Column("id", "int", "partition_key", 0, "none"),
                    new Column("c", "int", "clustering", 0, "asc"),
                    new Column("v", "int", "regular", -1, "none")),
            List.of(),
            List.of(),
            List.of(),
            864_000,
            List.of());

    private final String name;
    private final List<String> addresses;
    private final Map<String, MemorySide> tables = new ConcurrentHashMap<>();
    private final Map<String, HttpServer> sidecars = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> reads = new ConcurrentHashMap<>();
    private final Set<String> scans = ConcurrentHashMap.newKeySet();
    private final Set<RowLevel> lookups = ConcurrentHashMap.newKeySet();
    private volatile boolean altered;
    private volatile List<String> capabilities = List.of(NodeInfo.ROWS);
    private volatile UnaryOperator<Object> lie = UnaryOperator.identity();
    private volatile Consumer<String> beforeRead = table -> {};

    /** @param network its nodes have the addresses {@code 127.0.<network>.1} and so on */
    public FakeCluster(String name, int network, int nodes) {
        this.name = name;
        this.addresses = IntStream.rangeClosed(1, nodes)
                .mapToObj(i -> "127.0." + network + "." + i)
                .toList();
        addresses.forEach(this::start);
    }

    public MemorySide table(String table) {
        return tables.computeIfAbsent(table, none -> new MemorySide());
    }

    public void drop(String table) {
        tables.remove(table);
    }

    /** Gives all its tables another column. */
    public void alter() {
        altered = true;
    }

    /** The levels and rates at which ranges were read, for instance {@code LOCAL_ONE 65536}. */
    public Set<String> scans() {
        return scans;
    }

    /** The levels at which single rows were read. */
    public Set<RowLevel> lookups() {
        return lookups;
    }

    /** Changes what it answers about rows. */
    public void lies(UnaryOperator<Object> how) {
        lie = how;
    }

    public void readsNoRows() {
        capabilities = List.of();
    }

    /** Gets the table before each answer about rows. */
    public void beforeRead(Consumer<String> action) {
        beforeRead = action;
    }

    /** The address of its first sidecar. */
    public String uri() {
        return uri(addresses.get(0));
    }

    private static String uri(String address) {
        return "http://" + address + ":" + PORT;
    }

    /** How often each sidecar was asked for rows, by the number of its node from 0. */
    public int reads(int node) {
        return reads.getOrDefault(addresses.get(node), new AtomicInteger()).get();
    }

    public void stop(int node) {
        HttpServer server = sidecars.remove(addresses.get(node));
        if (server != null) {
            server.stop(0);
        }
    }

    public void start(int node) {
        start(addresses.get(node));
    }

    private void start(String address) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(address, PORT), 0);
            server.createContext("/", exchange -> answer(address, exchange));
            server.start();
            sidecars.put(address, server);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As the sidecar of its first node knows it. */
    public SidecarDirectory directory(ExecutorService threads) {
        URI uri = URI.create(uri());
        return new SidecarDirectory(
                () -> SidecarClient.of(uri), policy(), () -> uri, new SidecarAddress("http", PORT), threads);
    }

    /** Allows all of loopback. */
    public static PeerPolicy policy() {
        return new PeerPolicy(new PeerRules(List.of("127.0.0.0/8"), false, PORT, 0, true, false), Set::of);
    }

    private void answer(String address, HttpExchange exchange) throws IOException {
        Object answer;
        int status = 200;
        try {
            answer = answer(
                    address, exchange.getRequestURI(), exchange.getRequestBody().readAllBytes());
        } catch (ProblemException e) {
            status = e.type().status();
            answer = new Problem(e.type().uri(), e.type().title(), status, e.getMessage(), "/");
        }
        byte[] json = JSON.writeValueAsBytes(answer);
        exchange.getResponseHeaders()
                .set("Content-Type", status == 200 ? "application/json" : "application/problem+json");
        exchange.sendResponseHeaders(status, json.length);
        exchange.getResponseBody().write(json);
        exchange.close();
    }

    private Object answer(String address, URI uri, byte[] body) throws IOException {
        String path = uri.getPath();
        if (path.startsWith("/v1/rows/")) {
            reads.computeIfAbsent(address, none -> new AtomicInteger()).incrementAndGet();
            beforeRead.accept(JSON.readTree(body).path("table").asText());
            return lie.apply(rows(path, body));
        }
        if (path.startsWith("/v1/keyspaces/")) {
            String table = path.substring(path.lastIndexOf('/') + 1);
            side(table);
            return new TableInfo(KEYSPACE, table, "id", "CREATE TABLE", definition(), null, null);
        }
        return switch (path) {
            case "/v1/node" -> node(address);
            case "/v1/cluster" -> cluster(address);
            case "/v1/keyspaces" ->
                new KeyspaceList(
                        List.of(new KeyspaceInfo(
                                KEYSPACE,
                                false,
                                Map.of(),
                                tables.keySet().stream().sorted().toList())),
                        null);
            case "/v1/sizes" -> new KeyspaceSizes(KEYSPACE, List.of(), List.of(), true);
            case "/v1/ring" -> ring();
            default -> throw new ProblemException(ProblemType.NOT_FOUND, path);
        };
    }

    private TableDefinition definition() {
        List<Column> columns = new ArrayList<>(DEFINITION.columns());
        if (altered) {
            columns.add(new Column("more", "text", "regular", -1, "none"));
        }
        return new TableDefinition(columns, List.of(), List.of(), List.of(), 864_000, List.of());
    }

    private String hostId(String address) {
        return name + "-" + address;
    }

    private NodeInfo node(String address) {
        return new NodeInfo(
                name,
                hostId(address),
                "5.0.9",
                "org.apache.cassandra.dht.Murmur3Partitioner",
                "dc1",
                "r1",
                "NORMAL",
                List.of(),
                List.of(),
                new DataPlane(address, 1, false),
                "1",
                List.of("v1"),
                List.of("v1"),
                capabilities,
                false);
    }

    private Cluster cluster(String address) {
        return new Cluster(
                name,
                hostId(address),
                "5.0.9",
                addresses.stream()
                        .map(each -> new ClusterNode(hostId(each), each, "dc1", "r1", "UP", "NORMAL", 1, null))
                        .toList(),
                Map.of(),
                Map.of("5.0.9", addresses),
                null,
                1,
                0);
    }

    private Ring ring() {
        long width = Long.divideUnsigned(-1L, addresses.size());
        List<RingRange> ranges = new ArrayList<>();
        for (int i = 0; i < addresses.size(); i++) {
            long left = Long.MIN_VALUE + i * width;
            long right = i == addresses.size() - 1 ? Long.MAX_VALUE : left + width;
            String owner = addresses.get(i);
            ranges.add(new RingRange(
                    left + ":" + right, List.of(new Replica(hostId(owner), owner, "dc1", "r1", "UP")), false));
        }
        return new Ring(KEYSPACE, ranges);
    }

    private MemorySide side(String table) {
        MemorySide side = tables.get(table);
        if (side == null) {
            throw new ProblemException(ProblemType.UNKNOWN_TABLE, "no table " + table);
        }
        return side;
    }

    private Object rows(String path, byte[] body) throws IOException {
        return switch (path) {
            case "/v1/rows/digests" -> digests(JSON.readValue(body, RowDigestRequest.class));
            case "/v1/rows/keys" -> keys(JSON.readValue(body, RowKeyRequest.class));
            default -> cells(JSON.readValue(body, RowCellsRequest.class));
        };
    }

    private RowDigestPage digests(RowDigestRequest request) {
        scans.add(request.level() + " " + request.maxRate());
        MemorySide side = side(request.table());
        TokenRange range = TokenRange.parse(request.range());
        List<RowBlock> all;
        if (request.buckets() != null) {
            all = side.buckets(request.buckets(), range, 1).stream()
                    .map(FakeCluster::wire)
                    .toList();
        } else {
            List<Block> blocks = request.rowsPerBlock() != null
                    ? side.everyBlockOf(request.rowsPerBlock(), range)
                    : side.blocksAt(request.ends().stream().map(Long::parseLong).toList(), range, 1);
            all = blocks.stream().map(FakeCluster::wire).toList();
        }
        int from = from(request.after());
        List<RowBlock> page = all.subList(from, Math.min(all.size(), from + PAGE));
        return new RowDigestPage(page, page.size(), 1, next(from, PAGE, all));
    }

    private static RowBlock wire(Block block) {
        return new RowBlock(
                String.valueOf(block.right()), block.rows(), block.digest().toString());
    }

    private static RowBlock wire(Bucket bucket) {
        return new RowBlock(
                String.valueOf(bucket.number()), bucket.rows(), bucket.digest().toString());
    }

    private static int from(@Nullable String after) {
        // A lie leads anywhere.
        return after == null || !after.matches("p\\d+") ? 0 : Integer.parseInt(after.substring(1));
    }

    private static @Nullable String next(int from, int page, List<?> all) {
        return from + page < all.size() ? "p" + (from + page) : null;
    }

    private RowKeyPage keys(RowKeyRequest request) {
        BitSet only = new BitSet();
        if (request.only() == null) {
            only.set(0, request.buckets() == null ? 1 : request.buckets());
        } else {
            request.only().forEach(only::set);
        }
        List<DigestedRowKey> all = side(request.table())
                .rows(request.buckets() == null ? 1 : request.buckets(), only, TokenRange.parse(request.range()), 1)
                .stream()
                .map(row ->
                        new DigestedRowKey(RowKeys.of(row.row()), row.digest().toString()))
                .toList();
        int from = from(request.after());
        return new RowKeyPage(all.subList(from, Math.min(all.size(), from + KEYS)), next(from, KEYS, all));
    }

    private RowCellsList cells(RowCellsRequest request) {
        lookups.add(request.level());
        return new RowCellsList(side(request.table())
                .cells(request.keys().stream().map(RowKeys::parse).toList(), 1));
    }

    @Override
    public void close() {
        sidecars.values().forEach(server -> server.stop(0));
    }
}
