/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import io.idaeus.sidecar.Follower;
import io.idaeus.sidecar.RunningSidecar;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers that do not read, over HTTP. */
class SlowReaderTest {
    // 50 KB each: more than the buffers of any socket hold.
    private static final int EVENTS = 400;

    private static RunningSidecar sidecar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        sidecar = RunningSidecar.start(directory);
    }

    @AfterAll
    static void stop() {
        sidecar.close();
    }

    @Test
    void aReaderThatFallsBehindIsDisconnectedAndOthersMissNothing() throws Exception {
        FloodController.add();
        AtomicLong read = new AtomicLong();
        try (Follower good = Follower.of(sidecar, "/v1/flood");
                Socket slow = slow()) {
            Thread reading = new Thread(() -> follow(good, read));
            reading.start();
            Await.until("both read", () -> FloodController.BROADCAST.readers() == 2);
            int added = 0;
            while (added < EVENTS) {
                int last = FloodController.add();
                added++;
                Await.until("the good one follows", () -> read.get() > last - FloodController.KEPT / 2);
            }
            Await.until("the slow one is disconnected", () -> FloodController.BROADCAST.readers() == 1);
            long bytes = drained(slow);
            assertThat(bytes).isPositive().isLessThan(EVENTS * 50_000L);
        }
        Await.until("nobody reads", () -> FloodController.BROADCAST.readers() == 0);
    }

    @Test
    void anIdleStreamGetsComments() throws Exception {
        FloodController.add();
        try (Follower idle = Follower.of(sidecar, "/v1/flood")) {
            assertThat(idle.next().orElseThrow().name()).isEqualTo("reset");
            assertThat(idle.next().orElseThrow().id()).isNotEmpty();
            assertThat(idle.comment()).isEqualTo(": idle");
            assertThat(idle.comment()).isEqualTo(": idle");
            FloodController.add();
            assertThat(idle.next().orElseThrow().name()).isEqualTo("transfer");
        }
    }

    private static Socket slow() throws IOException {
        URI uri = sidecar.uri("/v1/flood");
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
        socket.setSoTimeout(60_000);
        socket.getOutputStream()
                .write(("GET /v1/flood HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    // Numbers of one after the other, or the test ends early.
    private static void follow(Follower follower, AtomicLong read) {
        try {
            for (var event = follower.next(); event.isPresent(); event = follower.next()) {
                String id = event.get().id();
                if (!id.isEmpty()) {
                    long number = Long.parseLong(id.substring(id.indexOf('-') + 1));
                    assertThat(read.get() == 0 || number == read.get() + 1).isTrue();
                    read.set(number);
                }
            }
        } catch (IOException e) {
            read.set(Long.MIN_VALUE);
        }
    }

    // Until the end, which may be abrupt.
    private static long drained(Socket socket) throws IOException {
        long bytes = 0;
        byte[] buffer = new byte[65_536];
        try {
            for (int n = socket.getInputStream().read(buffer);
                    n >= 0;
                    n = socket.getInputStream().read(buffer)) {
                bytes += n;
            }
        } catch (SocketException e) {
            return bytes;
        }
        return bytes;
    }
}
