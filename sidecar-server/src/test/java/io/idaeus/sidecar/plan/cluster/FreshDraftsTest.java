/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.ProblemType;
import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlanWay;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FreshDraftsTest {
    private static final Duration LIMIT = Duration.ofMillis(500);

    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer sidecar;

    /** It says how it sees the cluster, and never who it is. */
    @BeforeEach
    void start() throws Exception {
        sidecar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sidecar.setExecutor(threads);
        sidecar.createContext("/v1/cluster", exchange -> {
            byte[] bytes = """
                    {"name":"c","hostId":"11111111-1111-4111-8111-111111111111","cassandraVersion":"5.0.9","nodes":[],
                     "schemaVersions":{},"releaseVersions":{},"maxWriteTimeoutMillis":2000,"repairs":0}
                    """.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        sidecar.createContext("/v1/node", exchange -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        sidecar.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        sidecar.stop(0);
        threads.shutdownNow();
    }

    @Test
    void aDraftThatTakesTooLongSaysWhomItWaitedFor() {
        URI uri = URI.create("http://127.0.0.1:" + sidecar.getAddress().getPort());
        SidecarDirectory directory = new SidecarDirectory(
                () -> SidecarClient.of(uri),
                new PeerPolicy(new PeerRules(List.of("127.0.0.1"), false, 9043, 0, true, false), Set::of),
                () -> uri,
                new SidecarAddress("http", uri.getPort()),
                threads);
        PlanRequest request = PlanRequest.builder(PlanKind.REPLACE)
                .dead("10.0.1.3")
                .destinations(List.of(uri.toString()))
                .way(PlanWay.SURVEY)
                .writes(Map.of())
                .build();

        assertThatThrownBy(() -> new FreshDrafts(directory, LIMIT).draft(request))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.type()).isEqualTo(ProblemType.TIME_LIMIT);
                    assertThat(e.type().status()).isEqualTo(504);
                })
                .hasMessageContainingAll(
                        "the draft of the plan took longer than", "waiting for 1 of 1 sidecars (" + uri);
    }
}
