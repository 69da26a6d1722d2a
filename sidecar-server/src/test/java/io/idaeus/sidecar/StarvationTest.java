/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.RunningSidecar.Answer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long calls into a Cassandra that takes connections and never says anything. */
@Tag("timing")
class StarvationTest {
    private static final int IMPORTS = 100;
    private static final Duration CASSANDRA = Duration.ofSeconds(5);

    private static final List<Socket> SILENT = new CopyOnWriteArrayList<>();
    private static ServerSocket cassandra;
    private static Path staging;
    private static RunningSidecar sidecar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        cassandra = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
        Thread accepting = new Thread(StarvationTest::accept, "silent-cassandra");
        accepting.setDaemon(true);
        accepting.start();
        staging = Files.createDirectory(directory.resolve("staging"));
        String port = Integer.toString(cassandra.getLocalPort());
        sidecar = RunningSidecar.start(
                directory,
                "staging: {roots: [" + staging + "]}\n",
                Map.of(
                        "IDAEUS_CASSANDRA_JMX_PORT",
                        port,
                        "IDAEUS_CASSANDRA_CQL_PORT",
                        port,
                        "IDAEUS_CONTROL_MAX_CONNECTIONS_PER_ADDRESS",
                        "256",
                        "IDAEUS_CONTROL_MAX_UNAUTHENTICATED_PER_ADDRESS",
                        "128",
                        "IDAEUS_CASSANDRA_RESPONSE_TIMEOUT",
                        CASSANDRA.toSeconds() + "s"));
    }

    private static void accept() {
        try {
            while (true) {
                SILENT.add(cassandra.accept());
            }
        } catch (java.io.IOException closed) {
            // The test is over.
        }
    }

    @AfterAll
    static void stop() throws Exception {
        sidecar.close();
        cassandra.close();
        for (Socket socket : SILENT) {
            socket.close();
        }
    }

    @Test
    void probesAndLeasesAreAnsweredWhileImportsWait() throws Exception {
        sidecar.get("/health/readiness");
        List<CompletableFuture<HttpResponse<String>>> imports = new ArrayList<>();
        HttpClient importer = HttpClient.newHttpClient();
        for (int i = 0; i < IMPORTS; i++) {
            imports.add(importer.sendAsync(
                    sidecar.request("/v1/imports", "Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(staged("t" + i)))
                            .build(),
                    BodyHandlers.ofString()));
        }
        Thread.sleep(300);

        Duration live =
                took(() -> assertThat(sidecar.get("/health/liveness").status()).isEqualTo(200));
        Duration ready =
                took(() -> assertThat(sidecar.get("/health/readiness").json().path("checks"))
                        .hasSize(5));
        // A lease asks Cassandra once when it clears the snapshot itself.
        Duration leased = took(() -> {
            Answer lease = sidecar.put("/v1/leases/a", "{\"tag\":\"s\",\"ttl\":\"1h\"}");
            assertThat(lease.status()).as(lease.body()).isEqualTo(200);
        });
        Duration released =
                took(() -> assertThat(sidecar.delete("/v1/leases/a").status()).isEqualTo(204));

        assertThat(live).isLessThan(CASSANDRA.minusSeconds(1));
        assertThat(ready).isLessThan(CASSANDRA.multipliedBy(2).minusSeconds(1));
        assertThat(leased).isLessThan(CASSANDRA.multipliedBy(2).minusSeconds(1));
        assertThat(released).isLessThan(CASSANDRA.minusSeconds(1));
        List<String> problems = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> each : imports) {
            Answer answer = new Answer(each.join());
            problems.add(answer.problem());
            if (answer.status() == 429) {
                assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
                assertThat(answer.detail()).contains("imports are running");
            }
        }
        assertThat(problems)
                .containsOnly("cassandra-unavailable", "quota-exceeded")
                .contains("cassandra-unavailable", "quota-exceeded");
        assertThat(sidecar.get("/metrics").body())
                .containsPattern("idaeus_quota_refused_total\\{quota=\"long_calls\"} [1-9]");
    }

    private static String staged(String table) throws Exception {
        Path directory = Files.createDirectories(staging.resolve("x/k/" + table + "-" + "0".repeat(32)));
        Files.writeString(directory.resolve("nb-1-big-Data.db"), "");
        return "{\"keyspace\":\"k\",\"table\":\"" + table + "\",\"directories\":[\"" + directory + "\"]}";
    }

    private interface Call {
        void run() throws Exception;
    }

    private static Duration took(Call call) throws Exception {
        long start = System.nanoTime();
        call.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
