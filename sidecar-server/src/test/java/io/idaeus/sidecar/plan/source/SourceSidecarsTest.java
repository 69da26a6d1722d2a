/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.node.DataPlane;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanNode;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.cluster.SidecarAddress;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.plan.kind.PlanDrafter;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import io.idaeus.sidecar.store.StateJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

public class SourceSidecarsTest {
    private static final String SOURCE = "source";
    private static final String PLANNED = "127.0.0.11";
    private static final String IN_THE_RING = "127.0.0.12";
    private static final String NEIGHBOUR = "127.0.0.13";
    private static final String DESTINATION = "127.0.0.14";
    private static final String NAMED = "127.0.0.15";

    private final List<HttpServer> servers = new ArrayList<>();
    private String destinationAsNamed = DESTINATION;
    private int port;

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void isWhereThePlanHasItWhileItAnswersThere() throws IOException {
        sidecar(PLANNED, SOURCE, "test");
        sidecar(IN_THE_RING, SOURCE, "test");

        assertThat(found()).contains(uri(PLANNED));
    }

    @Test
    void isWhereCassandraHasItsNodeNow() throws IOException {
        sidecar(IN_THE_RING, SOURCE, "test");

        assertThat(found()).contains(uri(IN_THE_RING));
    }

    @Test
    void theOldAddressMayBeAnotherNodes() throws IOException {
        sidecar(PLANNED, "another", "test");
        sidecar(IN_THE_RING, SOURCE, "test");

        assertThat(found()).contains(uri(IN_THE_RING));
    }

    @Test
    void isWhereAnOperatorNamedIt() throws IOException {
        sidecar(NAMED, SOURCE, "test");

        assertThat(found()).contains(uri(NAMED));
    }

    @Test
    void whoSaysSoAtTheAddressOfAnotherNodeIsNotBelieved() throws IOException {
        sidecar(NEIGHBOUR, SOURCE, "test");
        sidecar(DESTINATION, SOURCE, "test");

        assertThat(found()).isEmpty();
    }

    @Test
    void anotherNodesAddressMayBeWrittenInSeveralWays() throws IOException {
        destinationAsNamed = "[::ffff:" + DESTINATION + "]";
        sidecar(DESTINATION, SOURCE, "test");

        assertThat(found()).isEmpty();
    }

    @Test
    void aNodeOfAnotherClusterWithTheSameHostIdIsAnotherNode() throws IOException {
        sidecar(IN_THE_RING, SOURCE, "elsewhere");

        assertThat(found()).isEmpty();
    }

    @Test
    void severalAreAskedAtOnce() throws IOException {
        sidecar(PLANNED, SOURCE, "test");
        sidecar(NEIGHBOUR, "neighbour", "test");

        assertThat(sources()
                        .of(List.of(
                                new PlanNode(SOURCE, PLANNED, "dc1", "r1", uri(PLANNED)),
                                new PlanNode("neighbour", NEIGHBOUR, "dc1", "r1", uri(NEIGHBOUR)),
                                new PlanNode("silent", NAMED, "dc1", "r1", uri(NAMED)))))
                .isEqualTo(Map.of(SOURCE, uri(PLANNED), "neighbour", uri(NEIGHBOUR)));
    }

    private Optional<String> found() {
        return Optional.ofNullable(sources()
                .of(List.of(new PlanNode(SOURCE, PLANNED, "dc1", "r1", uri(PLANNED))))
                .get(SOURCE));
    }

    private SourceSidecars sources() {
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead("10.0.1.3")
                .destinations(List.of(uri(DESTINATION)))
                .writes(Map.of())
                // An operator may also name the destination.
                .sidecars(List.of(uri(destinationAsNamed), uri(NAMED)))
                .build();
        Draft draft = PlanDrafter.draft(
                request,
                RingFixture.nodes(4).keyspace("shop", 3).down("10.0.1.3").facts(uri(DESTINATION)));
        return new SourceSidecars(directory(), draft, view());
    }

    private static Cluster view() {
        return new Cluster(
                "test",
                "coordinator",
                "5.0.9",
                List.of(node(SOURCE, IN_THE_RING), node("neighbour", NEIGHBOUR)),
                Map.of(),
                Map.of(),
                null,
                5_000,
                0);
    }

    public static NodeInfo node(String host, String hostId, String cluster) {
        return new NodeInfo(
                cluster,
                hostId,
                "5.0.9",
                "org.apache.cassandra.dht.Murmur3Partitioner",
                "dc1",
                "r1",
                "NORMAL",
                List.of(),
                List.of(),
                new DataPlane(host, 9142, false),
                "1",
                List.of(),
                List.of(),
                List.of(),
                true);
    }

    private static ClusterNode node(String hostId, String address) {
        return new ClusterNode(hostId, address, "dc1", "r1", "UP", "NORMAL", 8, null);
    }

    private SidecarDirectory directory() {
        SidecarClient client = SidecarClient.of(URI.create(uri(PLANNED)));
        return new SidecarDirectory(
                () -> client,
                new PeerPolicy(new PeerRules(List.of("127.0.0.0/8"), false, 0, 0, true, false), Set::of),
                () -> URI.create("http://127.0.0.1:1"),
                new SidecarAddress("http", port),
                ForkJoinPool.commonPool());
    }

    private String uri(String host) {
        return "http://" + host + ":" + port;
    }

    private void sidecar(String host, String hostId, String cluster) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), 0);
        port = server.getAddress().getPort();
        byte[] body = StateJson.mapper().writeValueAsBytes(node(host, hostId, cluster));
        server.createContext("/v1/node", exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        servers.add(server);
    }
}
