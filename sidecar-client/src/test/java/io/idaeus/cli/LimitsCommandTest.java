/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.Answers;
import io.idaeus.client.ClientJson;
import io.idaeus.client.FakeSidecar;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsCommandTest {
    private static final String LIMIT = "PUT /v1/transfers/" + Answers.TRANSFER_ID + "/limit";
    private static final String FIXED = "{\"sendRate\":209715200,\"receiveRate\":1048576}";
    private static final String ADAPTIVE = """
            {"sendRate":209715200,"adaptive":{"receive":{"floor":1048576,"ceiling":104857600},
             "maxPendingCompactions":100,"maxReadLatencyMicros":50000}}""";

    private final FakeSidecar sidecar = FakeSidecar.start();

    @AfterEach
    void stop() {
        sidecar.close();
    }

    @Test
    void limitsAreShownWithWhatHoldsAndWhy() {
        sidecar.on("GET /v1/limits", 200, limits(ADAPTIVE));
        assertThat(run("limits"))
                .isEqualTo(new Invocation(0, """
                        DIRECTION        LIMIT  STATE        SINCE                 REASON
                        send       200.0 MiB/s  fixed        2026-01-02T03:04:05Z  set
                        receive       none  backing off  2026-01-02T03:04:06Z  101 compactions are pending

                        adaptive  receive 1.0 MiB/s to 100.0 MiB/s, pending compactions up to 100, read p99 up to 50.0 ms

                        set by    the API at 2026-01-02T03:04:04Z
                        """.replace("receive       none", "receive           none"), ""));
    }

    @Test
    void jsonIsTheAnswer() throws Exception {
        sidecar.on("GET /v1/limits", 200, limits(FIXED));
        assertThat(ClientJson.mapper()
                        .readTree(run("limits", "--output", "json").out()))
                .isEqualTo(ClientJson.mapper().readTree(limits(FIXED)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--receive 2MiB/s | {\"sendRate\":209715200,\"receiveRate\":2097152}",
                "--send 64KiB/s --no-receive-limit | {\"sendRate\":65536}",
                "--no-send-limit | {\"receiveRate\":1048576}",
                "--send-floor 1MiB/s --send-ceiling 1GiB/s --max-dropped-messages 0 | {\"receiveRate\":1048576,\"adaptive\":"
                        + "{\"send\":{\"floor\":1048576,\"ceiling\":1073741824},\"maxDroppedMessages\":0}}"
            })
    void setChangesWhatIsNamedAndLeavesTheRest(String options, String body) throws Exception {
        sidecar.on("GET /v1/limits", 200, limits(FIXED)).on("PUT /v1/limits", 200, limits(FIXED));
        assertThat(set(options).exitCode()).isZero();
        assertThat(ClientJson.mapper().readTree(sidecar.last().body()))
                .isEqualTo(ClientJson.mapper().readTree(body));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--max-read-latency 20ms | {\"sendRate\":209715200,\"adaptive\":{\"receive\":{\"floor\":1048576,"
                        + "\"ceiling\":104857600},\"maxPendingCompactions\":100,\"maxReadLatencyMicros\":20000}}",
                "--receive 1MiB/s | {\"sendRate\":209715200,\"receiveRate\":1048576}",
                "--no-receive-limit | {\"sendRate\":209715200}"
            })
    void adaptiveLimitsAreChangedOrGivenUp(String options, String body) throws Exception {
        sidecar.on("GET /v1/limits", 200, limits(ADAPTIVE)).on("PUT /v1/limits", 200, limits(FIXED));
        assertThat(set(options).exitCode()).isZero();
        assertThat(ClientJson.mapper().readTree(sidecar.last().body()))
                .isEqualTo(ClientJson.mapper().readTree(body));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--send 5",
                "--send 0.5MiB/s",
                "--send 5MB/s",
                "--send -5MiB/s",
                "--send 1MiB/s --no-send-limit",
                "--receive 1MiB/s --receive-floor 1MiB/s --receive-ceiling 2MiB/s",
                "--send-floor 1MiB/s",
                "--receive-ceiling 1MiB/s",
                "--max-read-latency 5",
                "--max-pending-compactions many",
                "--sent 1MiB/s"
            })
    void whatCannotBeMeantIsRefusedBeforeAnybodyIsAsked(String options) {
        Invocation invocation = set(options);
        assertThat(invocation.exitCode()).isEqualTo(2);
        assertThat(invocation.err()).isNotBlank();
        assertThat(sidecar.received()).isEmpty();
    }

    @Test
    void whatTheSidecarRefusesIsExitCode4() {
        sidecar.on("GET /v1/limits", 200, limits(FIXED)).on("PUT /v1/limits", 400, "application/problem+json", """
                        {"type":"urn:idaeus:problem:invalid-request","title":"t","status":400,"detail":"sendRate: 1024","instance":"/v1/limits"}""");
        assertThat(set("--send 1KiB/s").exitCode()).isEqualTo(4);
        assertThat(set("--send 1KiB/s").err()).contains("sendRate: 1024");
    }

    @Test
    void resetGoesBackToTheConfiguration() {
        sidecar.on("DELETE /v1/limits", 200, limits(FIXED).replace("\"API\"", "\"CONFIGURATION\""));
        Invocation reset = run("limits", "reset");
        assertThat(reset.exitCode()).isZero();
        assertThat(reset.out()).contains("set by    the sidecar's configuration");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"2MiB/s | {\"maxRate\":2097152}", "none | {}"})
    void aTransferIsLimited(String rate, String body) {
        sidecar.on(LIMIT, 200, Answers.TRANSFER);
        assertThat(run("transfer", "limit", Answers.TRANSFER_ID, rate).out())
                .isEqualTo("%s PULLING no limit of its own%n".formatted(Answers.TRANSFER_ID));
        assertThat(sidecar.last().body()).isEqualTo(body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "0.1MiB/s", "None", "2MiB"})
    void aRateThatIsNoneIsRefused(String rate) {
        Invocation invocation = run("transfer", "limit", Answers.TRANSFER_ID, rate);
        assertThat(invocation.exitCode()).isEqualTo(2);
        assertThat(invocation.err()).contains("RATE", rate, "or none");
    }

    @Test
    void startSendsTheRate() throws Exception {
        sidecar.on("POST /v1/transfers", 202, Answers.TRANSFER);
        run("transfer", "start", "--new", "--source", "http://a:1", "--table", "ks.t", "--max-rate", "3MiB/s");
        assertThat(ClientJson.mapper()
                        .readTree(sidecar.last().body())
                        .path("maxRate")
                        .asLong())
                .isEqualTo(3 << 20);
    }

    private static String limits(String settings) {
        return """
            {"settings":%s,"origin":"API","setAt":"2026-01-02T03:04:04Z",
             "send":{"bytesPerSecond":209715200,"state":"FIXED","reason":"set","since":"2026-01-02T03:04:05Z"},
             "receive":{"state":"BACKING_OFF","reason":"101 compactions are pending","since":"2026-01-02T03:04:06Z"}}""".formatted(settings);
    }

    private Invocation set(String options) {
        List<String> args = new ArrayList<>(List.of("limits", "set"));
        args.addAll(List.of(options.split(" ")));
        return run(args.toArray(String[]::new));
    }

    private Invocation run(String... args) {
        List<String> all = new ArrayList<>(List.of("--url", sidecar.uri().toString()));
        all.addAll(List.of(args));
        return Invocation.of(all.toArray(String[]::new));
    }
}
