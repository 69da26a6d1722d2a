/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests to the control plane that do not arrive. */
@Tag("timing")
@Timeout(120)
class SlowRequestTest {
    private static final String WHOLE = "GET /v1/leases HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private static RunningSidecar sidecar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        sidecar = RunningSidecar.start(
                directory,
                "",
                Map.of("IDAEUS_CONTROL_REQUEST_TIMEOUT", "1s", "IDAEUS_CONTROL_MAX_CONNECTIONS_PER_ADDRESS", "3"));
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @Test
    void aConnectionThatRequestsNothingIsClosed() throws Exception {
        try (Socket silent = connect()) {
            assertThat(readToEnd(silent)).isEmpty();
        }
    }

    @Test
    void aHeadThatArrivesSlowlyIsNotAwaited() throws Exception {
        try (Socket slow = connect()) {
            send(slow, "GET /v1/leases HTT");
            assertThat(readToEnd(slow)).isEmpty();
        }
    }

    @Test
    void norAreTheHeadsAndBodiesThatFollow() throws Exception {
        for (String part : new String[] {
            "GET /v1/leases HTT",
            "POST /v1/transfers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: 100\r\n\r\n{"
        }) {
            try (Socket slow = connect()) {
                send(slow, WHOLE);
                assertThat(read(slow)).startsWith("HTTP/1.1 200 ");
                send(slow, part);
                assertThat(readToEnd(slow)).as(part).doesNotContain("200 OK");
            }
        }
    }

    @Test
    void aBodyThatBreaksOffIsNoDefect() throws Exception {
        try (Socket gone = connect()) {
            send(
                    gone,
                    "POST /v1/transfers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 100\r\n\r\n{");
            Thread.sleep(200);
        }
        Thread.sleep(500);
        assertThat(sidecar.get("/metrics").body()).doesNotContain("route=\"/v1/transfers\",status=\"500\"");
    }

    @Test
    void aCallerMayPauseBetweenRequests() throws Exception {
        try (Socket caller = connect()) {
            send(caller, WHOLE);
            assertThat(read(caller)).startsWith("HTTP/1.1 200 ");
            Thread.sleep(1500);
            send(caller, WHOLE);
            assertThat(read(caller)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aConnectionThatAsksForHealthAloneIsNotKept() throws Exception {
        try (Socket probe = connect()) {
            send(probe, "GET /health/liveness HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(readToEnd(probe)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void moreConnectionsOfAnAddressThanAllowedAreTold429() throws Exception {
        try (Socket first = served();
                Socket second = served();
                Socket third = served();
                Socket fourth = connect()) {
            // A connection that rests would make room.
            for (Socket busy : List.of(first, second, third)) {
                send(busy, "POST /v1/transfers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{");
            }
            Thread.sleep(200);
            send(fourth, WHOLE);
            assertThat(readToEnd(fourth))
                    .startsWith("HTTP/1.1 429 ")
                    .containsIgnoringCase("connection: close")
                    .contains("127.0.0.1 has 4 connections");
        }
    }

    private static Socket served() throws IOException {
        Socket socket = connect();
        send(socket, WHOLE);
        assertThat(read(socket)).startsWith("HTTP/1.1 200 ");
        return socket;
    }

    private static Socket connect() throws IOException {
        URI uri = sidecar.uri("");
        Socket socket = new Socket(uri.getHost(), uri.getPort());
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String read(Socket socket) throws IOException {
        byte[] answer = new byte[4096];
        int read = socket.getInputStream().read(answer);
        return new String(answer, 0, Math.max(0, read), StandardCharsets.US_ASCII);
    }

    private static String readToEnd(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
}
