/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.RunningSidecar.Answer;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each quota, over HTTP. */
class QuotasTest {
    private static final String TRANSFER = """
            {"sources": [{"uri": "http://127.0.0.1:1"}], "tables": [{"keyspace": "k", "table": "%s"}]}""";

    @TempDir
    Path directory;

    private RunningSidecar sidecar;

    private void start(String quotas) throws Exception {
        Path staging = directory.resolve("staging");
        sidecar = RunningSidecar.start(
                directory,
                "quotas: {" + quotas + "}\nstaging: {roots: [" + staging + "]}\n",
                HttpClient.newHttpClient());
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    private void expectRefused(Answer answer, String type, String quota, String... said) throws Exception {
        assertThat(answer.problem()).isEqualTo(type);
        assertThat(answer.status()).isEqualTo(429);
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
        assertThat(answer.detail()).contains(said);
        assertThat(sidecar.get("/health/liveness").status()).isEqualTo(200);
        assertThat(metric(quota)).isGreaterThanOrEqualTo(1);
    }

    private double metric(String quota) throws Exception {
        String name = "idaeus_quota_refused_total{quota=\"" + quota + "\"}";
        String line = Await.first(
                "the metric " + name,
                () -> sidecar.get("/metrics")
                        .body()
                        .lines()
                        .filter(each -> each.startsWith(name))
                        .findFirst()
                        .orElse(""),
                found -> !found.isEmpty());
        return Double.parseDouble(line.substring(line.indexOf(' ')));
    }

    @Test
    void requestsASecondAreBoundedAndHealthIsNot() throws Exception {
        start("requestRate: 2");
        Answer last = sidecar.get("/v1/leases");
        for (int i = 0; i < 100 && last.status() == 200; i++) {
            last = sidecar.get("/v1/leases");
        }

        expectRefused(last, "too-many-requests", "requests", "quotas.requestRate", "127.0.0.1");
        for (int i = 0; i < 100; i++) {
            assertThat(sidecar.get("/health/liveness").status()).isEqualTo(200);
        }
    }

    @Test
    void theClientRepeatsWhatWasTooMuch() throws Exception {
        start("requestRate: 5");
        SidecarClient client = SidecarClient.of(sidecar.uri(""));
        int calls = 60;
        for (int i = 0; i < calls; i++) {
            assertThat(client.leases().leases()).isEmpty();
        }
        assertThat(metric("requests")).isGreaterThanOrEqualTo(1);
    }

    @Test
    void leasesAreBoundedAndRenewedAllTheSame() throws Exception {
        start("leases: 2");
        for (String id : List.of("a", "b", "a", "b")) {
            assertThat(lease(id).status()).isEqualTo(200);
        }

        expectRefused(lease("c"), "quota-exceeded", "leases", "quotas.leases", "2 leases are held");
        assertThat(lease("a").status()).isEqualTo(200);
        sidecar.delete("/v1/leases/a");
        assertThat(lease("c").status()).isEqualTo(200);
    }

    private Answer lease(String id) throws Exception {
        return sidecar.put("/v1/leases/" + id, "{\"tag\":\"s\",\"ttl\":\"1h\"}");
    }

    @Test
    void unfinishedTransfersAreBounded() throws Exception {
        start("unfinishedTransfers: 2");
        String first = transfer("t1").json().path("id").asText();
        assertThat(transfer("t2").status()).isEqualTo(202);

        expectRefused(transfer("t3"), "quota-exceeded", "transfers", "quotas.unfinishedTransfers");
        end(first);
        assertThat(transfer("t3").status()).isEqualTo(202);
    }

    private Answer transfer(String table) throws Exception {
        return sidecar.post("/v1/transfers", TRANSFER.formatted(table));
    }

    private void end(String id) throws Exception {
        sidecar.post("/v1/transfers/" + id + "/cancel", "");
        Await.until("the end of " + id, () -> sidecar.get("/v1/transfers/" + id)
                .json()
                .path("state")
                .asText()
                .equals("CANCELLED"));
    }

    @Test
    void aTransferIsDeletedOnceItHasEnded() throws Exception {
        start("endedTransfers: 5");
        String id = transfer("t").json().path("id").asText();

        assertThat(sidecar.delete("/v1/transfers/" + id).problem()).isEqualTo("illegal-state");
        end(id);
        assertThat(sidecar.delete("/v1/transfers/" + id).status()).isEqualTo(204);
        assertThat(sidecar.get("/v1/transfers/" + id).problem()).isEqualTo("unknown-transfer");
        assertThat(sidecar.delete("/v1/transfers/" + id).problem()).isEqualTo("unknown-transfer");
        assertThat(sidecar.get("/v1/transfers").json().path("transfers")).isEmpty();
        try (var left = Files.walk(directory.resolve("state"))) {
            assertThat(left.filter(file -> file.toString().contains(id))).isEmpty();
        }
    }

    @Test
    void aPlanThatIsUnknownIsNotDeleted() throws Exception {
        start("endedPlans: 1");

        assertThat(sidecar.delete("/v1/plans/x").problem()).isEqualTo("unknown-plan");
    }

    @Test
    void eventStreamsAreBoundedAndCountWhileTheyAreOpen() throws Exception {
        start("eventStreams: 3, eventStreamsPerCaller: 2");
        String id = transfer("t").json().path("id").asText();
        String path = "/v1/transfers/" + id + "/events";
        HttpClient watcher = HttpClient.newHttpClient();
        List<InputStream> open = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            HttpResponse<InputStream> stream =
                    watcher.send(sidecar.request(path).build(), BodyHandlers.ofInputStream());
            assertThat(stream.statusCode()).isEqualTo(200);
            assertThat(stream.body().read()).isPositive();
            open.add(stream.body());
        }

        expectRefused(
                sidecar.get(path), "quota-exceeded", "event_streams", "quotas.eventStreams", "2 of them of 127.0.0.1");
        open.get(0).close();
        Await.until("there is room again", () -> status(watcher, path) == 200);
        open.get(1).close();
    }

    private int status(HttpClient watcher, String path) throws Exception {
        HttpResponse<InputStream> stream = watcher.send(sidecar.request(path).build(), BodyHandlers.ofInputStream());
        stream.body().close();
        return stream.statusCode();
    }
}
