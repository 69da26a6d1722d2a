/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.keyspace.KeyspaceList;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.TableSizes;
import io.idaeus.api.limits.EffectiveLimit;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.LimitState;
import io.idaeus.api.limits.Limits;
import io.idaeus.api.node.PendingRanges;
import io.idaeus.api.node.RingRange;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.cluster.SidecarAddress;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.facts.KeyspaceFacts;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.source.SourceSidecarsTest;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The sidecars of a {@link RingFixture#loopback} ring: they answer all that a draft asks about the cluster, and what a test
 * sets. Remembers every request.
 */
public final class AnsweringRing implements AutoCloseable {
    /** Answers a request: a document, or a {@link Problem}; null where it does not know. */
    public interface Answer {
        @Nullable
        Object to(String method, String path, String keyspace, byte[] body) throws IOException;
    }

    /** Host id of a node that the ring does not know. */
    public static final String NEWCOMER = "00000000-0000-0009-0000-000000000009";

    static {
        // Otherwise each answer waits 40 ms for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final RingFixture ring;
    private final Map<String, KeyspaceFacts> keyspaces = new ConcurrentHashMap<>();
    private final Map<String, HttpServer> servers = new ConcurrentHashMap<>();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private UnaryOperator<JsonNode> wording = UnaryOperator.identity();

    public AnsweringRing(RingFixture ring, List<String> newcomers) throws IOException {
        this.ring = ring;
        ring.keyspaces().forEach(each -> keyspaces.put(each.info().name(), each));
        for (ClusterNode node : ring.members()) {
            if (node.liveness().equals("UP")) {
                serve(node.address());
            }
        }
        for (String newcomer : newcomers) {
            serve(newcomer);
        }
    }

    private void serve(String address) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(address, RingOfSidecars.PORT), 0);
        server.createContext("/", exchange -> answer(address, exchange));
        server.start();
        servers.put(address, server);
    }

    /** Sets the answer of one sidecar, which comes before all others. */
    public void set(String address, Answer answer) {
        answers.put(address, answer);
    }

    /** Changes each answer on its way. */
    public void word(UnaryOperator<JsonNode> with) {
        wording = with;
    }

    /** As {@code GET http://address:port/v1/ring?keyspace=shop}, in the order in which they came. */
    public List<String> requests() {
        return requests;
    }

    private void answer(String address, HttpExchange exchange) throws IOException {
        URI uri = exchange.getRequestURI();
        requests.add(exchange.getRequestMethod() + " " + RingOfSidecars.uri(address) + uri);
        String query = uri.getQuery() == null ? "" : uri.getQuery();
        String keyspace = query.startsWith("keyspace=") ? query.substring("keyspace=".length()) : "";
        byte[] body = exchange.getRequestBody().readAllBytes();
        Answer special = answers.get(address);
        Object set = special == null ? null : special.to(exchange.getRequestMethod(), uri.getPath(), keyspace, body);
        Object answer = set == null ? known(address, uri.getPath(), keyspace) : set;
        JsonNode json = wording.apply(ClientJson.mapper().valueToTree(answer));
        byte[] bytes = ClientJson.mapper().writeValueAsBytes(json);
        boolean problem = answer instanceof Problem;
        exchange.getResponseHeaders().set("Content-Type", problem ? "application/problem+json" : "application/json");
        int accepted = answer == GOES_ON ? 202 : 200;
        exchange.sendResponseHeaders(problem ? ((Problem) answer).status() : accepted, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private Object known(String address, String path, String keyspace) {
        ClusterNode node = ring.members().stream()
                .filter(each -> each.address().equals(address))
                .findFirst()
                .orElseGet(() -> new ClusterNode(NEWCOMER, address, "dc1", "r3", "UP", "NORMAL", 8, null));
        return switch (path) {
            case "/v1/cluster" -> ring.seenBy(node);
            case "/v1/node" -> SourceSidecarsTest.node(address, node.hostId(), "test");
            case "/v1/host" -> ring.host(RingOfSidecars.uri(address));
            case "/v1/limits" -> limits();
            case "/v1/keyspaces" ->
                new KeyspaceList(
                        keyspaces.values().stream().map(KeyspaceFacts::info).toList(), null);
            case "/v1/ring" -> ring.ring(keyspace);
            case "/v1/sizes" -> sizes(node, keyspace(keyspace));
            case "/v1/tokens" -> ring.ringTokens();
            case "/v1/pending-ranges" -> new PendingRanges(keyspace, List.of());
            default -> table(path);
        };
    }

    private KeyspaceFacts keyspace(String name) {
        return Objects.requireNonNull(keyspaces.get(name), name);
    }

    private Object table(String path) {
        String[] parts = path.split("/", -1);
        return parts.length == 6 && parts[4].equals("tables")
                ? keyspace(parts[3]).tables().stream()
                        .filter(table -> table.table().equals(parts[5]))
                        .findFirst()
                        .orElseThrow()
                : problem(ProblemType.NOT_FOUND, "no " + path);
    }

    /** Answered with 202. */
    public static final Object GOES_ON = Map.of("goesOn", true);

    public static Problem problem(ProblemType type, String detail) {
        return new Problem(type.uri(), type.title(), type.status(), detail, null);
    }

    private static Limits limits() {
        EffectiveLimit none = new EffectiveLimit(null, LimitState.FIXED, "", Instant.EPOCH);
        return new Limits(new LimitSettings(null, null, null), Limits.Origin.CONFIGURATION, null, none, none);
    }

    private static KeyspaceSizes sizes(ClusterNode node, KeyspaceFacts keyspace) {
        List<String> ranges = keyspace.ranges().stream()
                .filter(range -> range.replicas().stream()
                        .anyMatch(replica -> replica.hostId().equals(node.hostId())))
                .map(RingRange::range)
                .toList();
        List<TableSizes> tables = keyspace.tables().stream()
                .map(table -> new TableSizes(
                        table.table(),
                        ranges.stream().map(range -> 1L).toList(),
                        ranges.size(),
                        1,
                        0.01,
                        "LeveledCompactionStrategy",
                        false,
                        List.of()))
                .toList();
        return new KeyspaceSizes(keyspace.info().name(), ranges, tables, null);
    }

    /** @param self address of the coordinator's node */
    public SidecarDirectory directory(String self) {
        URI uri = URI.create(RingOfSidecars.uri(self));
        List<String> allowed = new ArrayList<>(servers.keySet());
        return new SidecarDirectory(
                () -> SidecarClient.of(uri),
                new PeerPolicy(new PeerRules(allowed, false, RingOfSidecars.PORT, 0, true, false), Set::of),
                () -> uri,
                new SidecarAddress("http", RingOfSidecars.PORT),
                ForkJoinPool.commonPool());
    }

    @Override
    public void close() {
        servers.values().forEach(server -> server.stop(0));
    }
}
