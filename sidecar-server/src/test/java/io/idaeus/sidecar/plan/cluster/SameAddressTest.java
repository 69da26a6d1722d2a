/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.Finding;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.facts.RingFixture;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SameAddressTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer sidecar;

    @BeforeEach
    void start() throws IOException {
        sidecar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(
                "/v1/cluster",
                new Cluster(
                        "c",
                        "live",
                        "5.0.9",
                        List.of(node("live", "127.9.9.9", "UP"), node("dead", "127.0.0.1", "DOWN")),
                        Map.of(),
                        Map.of(),
                        null,
                        2_000,
                        0));
        answer("/v1/keyspaces", Map.of("keyspaces", List.of()));
        answer("/v1/host", RingFixture.nodes(1).host("http://127.0.0.1"));
        sidecar.start();
    }

    private static ClusterNode node(String hostId, String address, String liveness) {
        return new ClusterNode(hostId, address, "dc1", "r1", liveness, "NORMAL", 8, null);
    }

    private void answer(String path, Object body) throws IOException {
        byte[] json = ClientJson.mapper().writeValueAsBytes(body);
        sidecar.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, json.length);
            exchange.getResponseBody().write(json);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        sidecar.stop(0);
        threads.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({"localhost", "127.0.0.1", "[::ffff:127.0.0.1]"})
    void aReplacementAtTheDeadNodesAddressIsFoundHoweverThatIsWritten(String host) {
        int port = sidecar.getAddress().getPort();
        URI self = URI.create("http://127.0.0.1:" + port);
        SidecarDirectory directory = new SidecarDirectory(
                () -> SidecarClient.of(self),
                new PeerPolicy(new PeerRules(List.of("127.0.0.1"), false, 9043, 0, true, false), Set::of),
                () -> self,
                new SidecarAddress("http", port),
                threads);
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead("127.0.0.1")
                .destinations(List.of("http://" + host + ":" + port))
                .writes(Map.of("*", "QUORUM"))
                .build();

        assertThat(new FreshDrafts(directory).draft(request).findings())
                .extracting(Finding::code)
                .contains("SAME_ADDRESS");
    }
}
