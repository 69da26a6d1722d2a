/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.ClusterNode;
import io.idaeus.api.PlanKind;
import io.idaeus.api.PlanRequest;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.cluster.SidecarAddress;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.plan.draft.Draft;
import io.idaeus.sidecar.plan.draft.PlanDrafter;
import io.idaeus.sidecar.plan.draft.RingFixture;
import io.idaeus.sidecar.plan.way.StepAction;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many requests an attempt at a step makes: a rebuild of three nodes, in a ring of six. */
class StepRequestsTest {
    private static final RingFixture RING = RingFixture.loopback(3, 3).keyspace("shop", 2, 2);
    private static final int PORT = 9043;
    private static final Draft DRAFT = PlanDrafter.draft(
            PlanRequest.builder(PlanKind.REBUILD)
                    .datacenter("dc2")
                    .sourceDatacenter("dc1")
                    .build(),
            RING.facts(RING.members().stream()
                    .filter(node -> node.datacenter().equals("dc2"))
                    .map(StepRequestsTest::uri)
                    .toArray(String[]::new)));
    private static final int MOST = RING.members().size() + DRAFT.destinations().size();

    private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
    private final List<HttpServer> sidecars = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        for (ClusterNode node : RING.members()) {
            HttpServer sidecar = HttpServer.create(new InetSocketAddress(node.address(), PORT), 0);
            answer(sidecar, "/v1/cluster", () -> RING.seenBy(node));
            answer(sidecar, "/v1/host", () -> RING.host(uri(node)));
            answer(sidecar, "/v1/ring", () -> RING.ring("shop"));
            sidecar.start();
            sidecars.add(sidecar);
        }
    }

    private void answer(HttpServer sidecar, String path, Supplier<Object> body) {
        sidecar.createContext(path, exchange -> {
            requests.computeIfAbsent(path, key -> new AtomicInteger()).incrementAndGet();
            byte[] json = ClientJson.mapper().writeValueAsBytes(body.get());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, json.length);
            exchange.getResponseBody().write(json);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        sidecars.forEach(sidecar -> sidecar.stop(0));
    }

    @Test
    void thePlanHasThreeDestinationsAndTwoDataCentres() {
        assertThat(DRAFT.refused()).as("%s", DRAFT.findings()).isFalse();
        assertThat(DRAFT.destinations()).hasSize(3);
        assertThat(MOST).isEqualTo(9);
    }

    @Test
    void whatEveryNodeSeesIsAskedOnce() {
        for (int index : steps(StepAction.VERIFY)) {
            requests.clear();

            assertThat(Steps.attempt(context(index))).isInstanceOf(StepOutcome.Done.class);

            assertFew();
        }
    }

    @Test
    void repairsAreLookedForAtEveryNodeOnce() {
        assertThat(Busy.withRepairs(context(0))).isEmpty();

        assertFew();
        assertThat(requests.keySet()).containsExactly("/v1/cluster");
    }

    private void assertFew() {
        assertThat(requests.get("/v1/cluster")).hasValueBetween(RING.members().size(), MOST);
        requests.forEach((path, count) -> assertThat(count).as(path).hasValueLessThanOrEqualTo(MOST));
    }

    private static List<Integer> steps(StepAction action) {
        List<Integer> found = IntStream.range(0, DRAFT.steps().size())
                .filter(i -> DRAFT.steps().get(i).action() == action)
                .boxed()
                .toList();
        assertThat(found).hasSize(3);
        return found;
    }

    private static StepContext context(int index) {
        Clock clock = Clock.systemUTC();
        return new StepContext(
                PlanRecord.drafted("p1", uri(RING.members().get(0)), DRAFT, Instant.EPOCH),
                index,
                new SidecarDirectory(
                        () -> SidecarClient.of(URI.create(uri(RING.members().get(0)))),
                        new PeerPolicy(
                                new PeerRules(List.of(), true, PORT, 0, true, false), StepRequestsTest::addresses),
                        () -> URI.create(uri(RING.members().get(0))),
                        new SidecarAddress("http", PORT),
                        ForkJoinPool.commonPool()),
                clock,
                new RingLooks(clock),
                change -> {});
    }

    private static Set<InetAddress> addresses() {
        Set<InetAddress> addresses = new HashSet<>();
        for (ClusterNode node : RING.members()) {
            try {
                addresses.add(InetAddress.getByName(node.address()));
            } catch (UnknownHostException e) {
                throw new AssertionError("an address needs no name service", e);
            }
        }
        return addresses;
    }

    private static String uri(ClusterNode node) {
        return "http://" + node.address() + ":" + PORT;
    }
}
