/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SidecarDirectoryTest {
    private static final String HOST_ID = "11111111-1111-4111-8111-111111111111";

    private final AtomicInteger asked = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private int failures;
    private HttpServer sidecar;

    @BeforeEach
    void start() throws IOException {
        sidecar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/v1/node", """
                {"cluster":"c","hostId":"%s","cassandraVersion":"5.0.9","partitioner":"p","datacenter":"dc1",
                 "rack":"r1","mode":"NORMAL","tokens":[],"dataDirectories":[],
                 "dataPlane":{"host":"127.0.0.1","port":1,"tls":false},"sidecarVersion":"1","apiVersions":["v1"],
                 "dataPlaneVersions":["v1"],"capabilities":[],"insecure":false}
                """);
        answer("/v1/cluster", """
                {"name":"c","hostId":"%s","cassandraVersion":"5.0.9","nodes":[],"schemaVersions":{},
                 "releaseVersions":{},"maxWriteTimeoutMillis":2000,"repairs":0}
                """);
        sidecar.start();
    }

    private void answer(String path, String json) {
        sidecar.createContext(path, exchange -> {
            boolean fails = asked.incrementAndGet() <= failures;
            ProblemType busy = ProblemType.CASSANDRA_UNAVAILABLE;
            String body = fails
                    ? "{\"type\":\"%s\",\"title\":\"t\",\"status\":%d,\"detail\":\"busy\"}"
                            .formatted(busy.uri(), busy.status())
                    : json.formatted(HOST_ID);
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", fails ? "application/problem+json" : "application/json");
            exchange.sendResponseHeaders(fails ? busy.status() : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        sidecar.stop(0);
        threads.shutdownNow();
    }

    @Test
    void aDraftFindsTheSidecarOfANodeThatWasBusy() {
        failures = 2;

        assertThat(directory().find("c", List.of(), List.of(), TimeLimit.none()))
                .containsOnlyKeys(HOST_ID);
        assertThat(asked).hasValue(3);
    }

    @Test
    void oneThatStaysBusyIsNotFound() {
        failures = 3;

        assertThat(directory().find("c", List.of(), List.of(), TimeLimit.none()))
                .isEmpty();
        assertThat(asked).hasValue(3);
    }

    /** The step of a plan that searches does so again itself. */
    @Test
    void aRunningPlanAsksOnce() {
        failures = 1;

        assertThat(directory().views("c", List.of(), List.of()).seen()).isEmpty();
        assertThat(directory().views("c", List.of(), List.of()).seen()).containsOnlyKeys(HOST_ID);
    }

    /** Its sidecar and its Cassandra run: nobody may take it for one that is gone. */
    @Test
    void aNodeThatCannotTellHowItSeesTheClusterIsNotPassedOver() {
        failures = 1;

        ClusterViews views = directory().views("c", List.of(), List.of());

        assertThat(views.failed()).containsOnlyKeys(HOST_ID);
        assertThatThrownBy(views::complete)
                .isInstanceOf(ProblemException.class)
                .hasMessageContainingAll("cannot tell", "busy");
        assertThat(directory().views("c", List.of(), List.of()).complete()).containsOnlyKeys(HOST_ID);
    }

    /** Its settings may name another node's Cassandra. */
    @Test
    void oneAtTheAddressOfAnotherNodeIsBelievedOnlyIfItIsNamed() {
        SidecarDirectory elsewhere = directory("127.9.9.9");
        String uri = "http://127.0.0.1:" + sidecar.getAddress().getPort();

        for (boolean own : List.of(true, false)) {
            List<ClusterNode> nodes = List.of(new ClusterNode(
                    own ? HOST_ID : "22222222-2222-4222-8222-222222222222",
                    "127.0.0.1",
                    "dc1",
                    "r1",
                    "UP",
                    "NORMAL",
                    8,
                    null));
            Set<String> found = own ? Set.of(HOST_ID) : Set.of();
            assertThat(elsewhere.find("c", nodes, List.of(), TimeLimit.none()).keySet())
                    .isEqualTo(found);
            assertThat(elsewhere.views("c", nodes, List.of()).seen().keySet()).isEqualTo(found);
            assertThat(elsewhere.find("c", nodes, List.of(uri), TimeLimit.none()))
                    .containsOnlyKeys(HOST_ID);
        }
    }

    @Test
    void anAddressMayBeWrittenInSeveralWays() {
        ClusterNode another = new ClusterNode(
                "22222222-2222-4222-8222-222222222222", "127.0.0.1", "dc1", "r1", "UP", "NORMAL", 8, null);
        SidecarDirectory byName = directory("localhost");

        assertThat(byName.find("c", List.of(another), List.of(), TimeLimit.none()))
                .isEmpty();
        assertThat(byName.views("c", List.of(another), List.of()).seen()).isEmpty();
        assertThat(byName.find("c", List.of(another), List.of(uri("[::ffff:127.0.0.1]")), TimeLimit.none()))
                .containsOnlyKeys(HOST_ID);
    }

    /** Which its peers.allow need not have. */
    @Test
    void thisSidecarIsCalledByWhateverNameItIsGiven() {
        SidecarDirectory here = directory("127.9.9.9");

        assertThat(here.at(uri("[::ffff:127.9.9.9]")).client()).isNotNull();
        assertThatThrownBy(() -> here.at("http://[::ffff:127.9.9.9]:1"))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.PEER_NOT_ALLOWED));
        assertThatThrownBy(() -> here.at(uri("127.9.9.9") + "/v1"))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.INVALID_REQUEST));
    }

    private String uri(String host) {
        return "http://" + host + ":" + sidecar.getAddress().getPort();
    }

    /** On 6.0 the first nodes of two clusters have the same host id. */
    @Test
    void oneOfAnotherClusterIsNotBelievedEvenIfItIsNamed() {
        String uri = "http://127.0.0.1:" + sidecar.getAddress().getPort();
        SidecarDirectory elsewhere = directory("127.9.9.9");

        assertThat(elsewhere.find("other", List.of(), List.of(uri), TimeLimit.none()))
                .isEmpty();
        assertThat(elsewhere.views("other", List.of(), List.of(uri)).seen()).isEmpty();
        failures = asked.get() + 1;
        assertThat(elsewhere.views("other", List.of(), List.of(uri)).failed()).isEmpty();
        assertThat(elsewhere.find("c", List.of(), List.of(uri), TimeLimit.none()))
                .containsOnlyKeys(HOST_ID);
    }

    private SidecarDirectory directory() {
        return directory("127.0.0.1");
    }

    /** @param self address of the sidecar that searches */
    private SidecarDirectory directory(String self) {
        URI uri = URI.create("http://" + self + ":" + sidecar.getAddress().getPort());
        return new SidecarDirectory(
                () -> SidecarClient.of(uri),
                new PeerPolicy(new PeerRules(List.of("127.0.0.1"), false, 9043, 0, true, false), Set::of),
                () -> uri,
                new SidecarAddress("http", uri.getPort()),
                threads);
    }
}
