/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.ProblemType;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.TimeLimit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DraftCallsTest {
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer sidecar;
    private SidecarClient client;
    private ProblemType problem = ProblemType.CASSANDRA_UNAVAILABLE;
    private int failures;

    @BeforeEach
    void start() throws IOException {
        sidecar = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        sidecar.createContext("/v1/keyspaces", exchange -> {
            boolean fails = asked.incrementAndGet() <= failures;
            String body = fails
                    ? "{\"type\":\"%s\",\"title\":\"t\",\"status\":%d,\"detail\":\"busy\"}"
                            .formatted(problem.uri(), problem.status())
                    : "{\"keyspaces\":[]}";
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", fails ? "application/problem+json" : "application/json");
            exchange.sendResponseHeaders(fails ? problem.status() : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        sidecar.start();
        client = SidecarClient.of(
                URI.create("http://127.0.0.1:" + sidecar.getAddress().getPort()));
    }

    @AfterEach
    void stop() {
        sidecar.stop(0);
    }

    @Test
    void aNodeThatWasBusyIsAskedAgain() {
        failures = 2;

        assertThat(ask(DraftCalls.within(TimeLimit.none()))).isZero();
        assertThat(asked).hasValue(3);
    }

    @Test
    void oneThatStaysBusyIsNamed() {
        failures = 3;

        assertThatThrownBy(() -> ask(DraftCalls.within(TimeLimit.none())))
                .isInstanceOf(SidecarException.class)
                .hasMessageContainingAll("127.0.0.1:" + sidecar.getAddress().getPort(), "/v1/keyspaces", "busy");
        assertThat(asked).hasValue(3);
    }

    @Test
    void oneThatIsDownIsAskedOnce() {
        failures = 1;

        assertThatThrownBy(() -> ask(DraftCalls.to(false))).isInstanceOf(SidecarException.class);
        assertThat(asked).hasValue(1);
    }

    @Test
    void aRefusalIsAnAnswer() {
        failures = 1;
        problem = ProblemType.CASSANDRA_REFUSED;

        assertThatThrownBy(() -> ask(DraftCalls.within(TimeLimit.none()))).isInstanceOf(SidecarException.class);
        assertThat(asked).hasValue(1);
    }

    @Test
    void nobodyIsAskedAgainForACallerThatHasGone() {
        failures = 3;
        AtomicBoolean gone = new AtomicBoolean();
        TimeLimit time = TimeLimit.of("the draft", Duration.ofMinutes(1), gone::get);

        assertThatThrownBy(() -> DraftCalls.within(time).ask("here", "the keyspaces", () -> {
                    gone.set(true);
                    return client.keyspaces();
                }))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.TIME_LIMIT));
        assertThat(asked).hasValue(1);
    }

    private int ask(DraftCalls calls) {
        return calls.ask("here", "the keyspaces", client::keyspaces).keyspaces().size();
    }
}
