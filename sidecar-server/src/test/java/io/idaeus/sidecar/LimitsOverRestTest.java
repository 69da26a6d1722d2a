/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.RunningSidecar.Answer;
import java.net.http.HttpClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits over the control plane, without a Cassandra. */
class LimitsOverRestTest {
    private static final String TRANSFER =
            "{\"sources\":[{\"uri\":\"http://127.0.0.1:1\"}],\"tables\":[{\"keyspace\":\"k\",\"table\":\"t\"}]%s}";

    @TempDir
    Path directory;

    private RunningSidecar sidecar;

    @BeforeEach
    void start() throws Exception {
        sidecar = RunningSidecar.start(
                directory,
                "transfers: {maxRate: 3MiB/s}\nstaging: {roots: [" + directory.resolve("staging") + "]}\n",
                HttpClient.newHttpClient());
    }

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void limitsAreShownSetKeptAndReset() throws Exception {
        Answer before = sidecar.get("/v1/limits");
        assertThat(before.json().at("/settings/receiveRate").asLong()).isEqualTo(3 << 20);
        assertThat(before.json().at("/origin").asText()).isEqualTo("CONFIGURATION");
        assertThat(before.json().at("/send/state").asText()).isEqualTo("UNLIMITED");
        assertThat(before.body()).doesNotContain("null");

        Answer set = sidecar.put("/v1/limits", "{\"sendRate\": 1048576, \"receiveRate\": null}");
        assertThat(set.status()).isEqualTo(200);
        assertThat(set.json().at("/send/bytesPerSecond").asLong()).isEqualTo(1048576);
        assertThat(set.json().at("/receive/state").asText()).isEqualTo("UNLIMITED");
        assertThat(sidecar.get("/metrics").body())
                .contains("idaeus_rate_limit_bytes_per_second{direction=\"send\"} 1048576.0")
                .contains("idaeus_rate_limit_state{direction=\"send\",state=\"FIXED\"} 1.0")
                .contains("idaeus_rate_limit_state{direction=\"receive\",state=\"FIXED\"} 0.0");

        sidecar.close();
        start();
        Answer kept = sidecar.get("/v1/limits");
        assertThat(kept.json().at("/settings")).isEqualTo(set.json().at("/settings"));
        assertThat(kept.json().at("/origin").asText()).isEqualTo("API");
        assertThat(kept.json().at("/setAt")).isEqualTo(set.json().at("/setAt"));

        Answer reset = sidecar.delete("/v1/limits");
        assertThat(reset.json().at("/receive/bytesPerSecond").asLong()).isEqualTo(3 << 20);
        assertThat(sidecar.delete("/v1/limits").status()).isEqualTo(200);
    }

    @Test
    void aCassandraThatIsAwayHoldsAnAdaptiveLimitAtItsFloor() throws Exception {
        sidecar.put(
                "/v1/limits",
                "{\"adaptive\": {\"receive\": {\"floor\": 65536, \"ceiling\": 99999999}, \"maxDroppedMessages\": 0}}");
        sidecar.close();
        start();

        Await.until("the state UNKNOWN", () -> sidecar.get("/v1/limits")
                .json()
                .at("/receive/state")
                .asText()
                .equals("UNKNOWN"));
        Answer answer = sidecar.get("/v1/limits");
        assertThat(answer.json().at("/receive/state").asText()).isEqualTo("UNKNOWN");
        assertThat(answer.json().at("/receive/bytesPerSecond").asLong()).isEqualTo(65536);
        assertThat(answer.json().at("/receive/reason").asText()).contains("JMX at 127.0.0.1");
    }

    @Test
    void badLimitsAreRefusedByName() throws Exception {
        refused("{\"sendRate\": 0}", "sendRate: 0");
        refused("{\"receiveRate\": -5}", "receiveRate: -5");
        refused("{\"receiveRate\": 65535}", "65536");
        refused("{\"sendRate\": 9223372036854775807}", "sendRate: 9223372036854775807");
        refused("{\"sendRate\": \"1MiB/s\"}", "sendRate");
        refused("{\"sendRate\": 65536.5}", "sendRate");
        refused("{\"speed\": 65536}", "unknown field speed");
        contradicts("{\"adaptive\": {}}", "neither send nor receive");
        refused("{\"adaptive\": {\"send\": {\"floor\": 65536}, \"maxDroppedMessages\": 0}}", "ceiling");
        contradicts(
                adaptive("65537", "65536", "\"maxDroppedMessages\": 0"), "the floor 65537 is above the ceiling 65536");
        refused(
                adaptive("0", "65536", "\"maxDroppedMessages\": 0"),
                "adaptive.send.floor: 0 (expected: 65536 to 1099511627776 bytes per second)");
        refused(adaptive("65536", "-1", "\"maxDroppedMessages\": 0"), "adaptive.send.ceiling: -1");
        refused(adaptive("65536", "65536", "\"maxDroppedMessages\": -1"), "adaptive.maxDroppedMessages: -1");
        refused(adaptive("65536", "65536", "\"maxPendingCompactions\": -1"), "adaptive.maxPendingCompactions: -1");
        refused(adaptive("65536", "65536", "\"maxReadLatencyMicros\": 0"), "adaptive.maxReadLatencyMicros: 0");
        contradicts(adaptive("65536", "65536", "\"maxDroppedMessages\": null"), "adaptive: no bound");
        contradicts(
                "{\"sendRate\": 65536, "
                        + adaptive("65536", "65536", "\"maxDroppedMessages\": 0")
                                .substring(1),
                "sendRate and adaptive.send are both given");
        assertThat(sidecar.get("/v1/limits").json().at("/origin").asText()).isEqualTo("CONFIGURATION");
    }

    @Test
    void aTransfersLimitIsShownChangedAndKept() throws Exception {
        String id = sidecar.post("/v1/transfers", TRANSFER.formatted(",\"maxRate\":1048576"))
                .json()
                .at("/id")
                .asText();
        String path = "/v1/transfers/" + id;
        assertThat(sidecar.get(path).json().at("/maxRate").asLong()).isEqualTo(1048576);

        assertThat(sidecar.put(path + "/limit", "{\"maxRate\": 65536}").status())
                .isEqualTo(200);
        sidecar.close();
        start();
        assertThat(sidecar.get(path).json().at("/maxRate").asLong()).isEqualTo(65536);
        assertThat(sidecar.get(path).json().at("/request/maxRate").asLong()).isEqualTo(1048576);

        assertThat(sidecar.put(path + "/limit", "{\"maxRate\": null}").json().has("maxRate"))
                .isFalse();
        for (String bad : new String[] {"0", "-1", "65535"}) {
            Answer answer = sidecar.put(path + "/limit", "{\"maxRate\": " + bad + "}");
            assertThat(answer.problem()).isEqualTo("invalid-request");
            assertThat(answer.detail()).contains("maxRate: " + bad);
        }
        assertThat(sidecar.put(path + "/limit", "{\"rate\": 65536}").detail()).contains("unknown field rate");
        assertThat(sidecar.put("/v1/transfers/none/limit", "{}").problem()).isEqualTo("unknown-transfer");
        assertThat(sidecar.post("/v1/transfers", TRANSFER.formatted(",\"maxRate\":0"))
                        .detail())
                .contains("maxRate: 0");
    }

    private void contradicts(String body, String detail) throws Exception {
        Answer answer = sidecar.put("/v1/limits", body);
        assertThat(answer.problem()).as(body).isEqualTo("unprocessable");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.detail()).contains(detail);
    }

    private void refused(String body, String detail) throws Exception {
        Answer answer = sidecar.put("/v1/limits", body);
        assertThat(answer.problem()).as(body).isEqualTo("invalid-request");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.detail()).contains(detail);
    }

    private static String adaptive(String floor, String ceiling, String bound) {
        return "{\"adaptive\": {\"send\": {\"floor\": %s, \"ceiling\": %s}, %s}}".formatted(floor, ceiling, bound);
    }
}
