/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many half-open requests to the control plane, beside callers that send whole ones. */
@Tag("timing")
@Timeout(120)
class ControlFloodTest {
    private static final int MANY = 300;
    private static final int MOST_UNAUTHENTICATED = 128;
    private static final int MOST_OF_AN_ADDRESS = 32;
    private static final int MOST_AUTHENTICATED_OF_AN_ADDRESS = 64;

    private static final int PIPELINED = 100;

    @TempDir
    Path directory;

    private final List<SocketChannel> halfOpen = new ArrayList<>();
    private RunningSidecar sidecar;

    @BeforeEach
    void start() throws Exception {
        sidecar = RunningSidecar.start(directory);
    }

    @AfterEach
    void stop() throws IOException {
        for (SocketChannel socket : halfOpen) {
            socket.close();
        }
        sidecar.close();
    }

    @Test
    void halfOpenRequestsOfOneAddressAreBounded() throws Exception {
        for (int i = 0; i < MANY; i++) {
            open("127.0.0.1", "GET /v1/transfers HTTP/1.1\r\nHost: local");
        }

        assertThat(stillOpen(MOST_OF_AN_ADDRESS)).isLessThanOrEqualTo(MOST_OF_AN_ADDRESS);
        assertThat(sidecar.get("/v1/transfers").status()).isEqualTo(200);
    }

    @Test
    void halfOpenRequestsOfManyAddressesAreBounded() throws Exception {
        for (int i = 0; i < MANY; i++) {
            open("127.0.0." + (10 + i % 15), "GET /v1/transfers HTTP/1.1\r\nHost: local");
        }

        assertThat(stillOpen(MOST_UNAUTHENTICATED)).isLessThanOrEqualTo(MOST_UNAUTHENTICATED);
        assertThat(sidecar.get("/v1/transfers").status()).isEqualTo(200);
    }

    @Test
    void callersKeepTheirConnections() throws Exception {
        URI uri = sidecar.uri("");
        try (Socket caller = new Socket(uri.getHost(), uri.getPort())) {
            assertThat(ask(caller)).startsWith("HTTP/1.1 200 ");
            for (int i = 0; i < MANY; i++) {
                open("127.0.0.1", "GET /");
            }
            assertThat(ask(caller)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aConnectionThatRestsMakesRoomForAnother() throws Exception {
        URI uri = sidecar.uri("");
        List<Socket> resting = new ArrayList<>();
        try {
            for (int i = 0; i < 2 * MOST_AUTHENTICATED_OF_AN_ADDRESS; i++) {
                resting.add(new Socket(uri.getHost(), uri.getPort()));
                assertThat(ask(resting.get(i))).as("connection %s", i).startsWith("HTTP/1.1 200 ");
            }
        } finally {
            for (Socket socket : resting) {
                socket.close();
            }
        }
    }

    @Test
    void answersThatNobodyReadsTakeNoHeap() throws Exception {
        int document = sidecar.get("/openapi/idaeus-v1.yaml").body().length();
        String pipelined = "GET /openapi/idaeus-v1.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(PIPELINED);
        long before = heap();
        for (int i = 0; i < MOST_OF_AN_ADDRESS; i++) {
            open("127.0.0.1", pipelined);
        }
        Thread.sleep(2000);

        // Answers that are held stay; garbage of the last ones, made since the collection, does not.
        long held = heap() - before;
        for (int look = 0; look < 10 && held >= 4L * document * MOST_OF_AN_ADDRESS; look++) {
            Thread.sleep(500);
            held = heap() - before;
        }
        assertThat(held)
                .as("all answers would take %s", (long) document * PIPELINED * MOST_OF_AN_ADDRESS)
                .isLessThan(4L * document * MOST_OF_AN_ADDRESS);
        assertThat(sidecar.get("/v1/transfers").status()).isEqualTo(200);
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        URI uri = sidecar.uri("");
        String two = String.join(
                "\r\n",
                "POST /v1/transfers HTTP/1.1",
                "Host: localhost",
                "Content-Type: application/json",
                "Content-Length: 2",
                "",
                "{}GET /v1/leases HTTP/1.1",
                "Host: localhost",
                "",
                "");
        try (Socket caller = new Socket(uri.getHost(), uri.getPort())) {
            caller.setSoTimeout(60_000);
            caller.getOutputStream().write(two.repeat(PIPELINED / 2).getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < PIPELINED; i++) {
                assertThat(status(caller.getInputStream())).as("answer %s", i).isEqualTo(i % 2 == 0 ? 400 : 200);
            }
        }
    }

    private static int status(InputStream input) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            head.append((char) input.read());
        }
        Matcher length = Pattern.compile("content-length: (\\d+)")
                .matcher(head.toString().toLowerCase(Locale.ROOT));
        input.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        return Integer.parseInt(head.substring(9, 12));
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void halfOpenRequestsTakeNoDirectMemory() throws Exception {
        sidecar.get("/v1/transfers");
        long before = directMemory();
        // Three quarters of the longest head, or body, that is accepted.
        String head = "GET /v1/transfers?x=" + "x".repeat(786_432);
        String body = "POST /v1/transfers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 1000000\r\n\r\n{\"x\": \"" + "x".repeat(786_432);
        long most = 0;
        for (int i = 0; i < MANY; i++) {
            open("127.0.0." + (10 + i % 15), i % 2 == 0 ? head : body);
            most = Math.max(most, directMemory() - before);
        }

        assertThat(most).isLessThan(2L << 20);
        assertThat(sidecar.get("/v1/transfers").status()).isEqualTo(200);
    }

    private static String ask(Socket caller) throws IOException {
        caller.getOutputStream()
                .write("GET /v1/leases HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] answer = new byte[4096];
        int read = caller.getInputStream().read(answer);
        return new String(answer, 0, Math.max(0, read), StandardCharsets.US_ASCII);
    }

    private void open(String from, String text) throws IOException {
        SocketChannel socket = SocketChannel.open();
        halfOpen.add(socket);
        socket.bind(new InetSocketAddress(from, 0));
        URI uri = sidecar.uri("");
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
        try {
            socket.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (IOException closed) {
            // It made room for a later one.
        }
        socket.configureBlocking(false);
    }

    /** Waits some seconds until no more than {@code expected} are open. */
    private int stillOpen(int expected) {
        int open = MANY;
        for (int i = 0; i < 200 && open > expected; i++) {
            LockSupport.parkNanos(100_000_000);
            open = (int) halfOpen.stream().filter(ControlFloodTest::isOpen).count();
        }
        return open;
    }

    private static boolean isOpen(SocketChannel socket) {
        try {
            return socket.read(ByteBuffer.allocate(1)) >= 0;
        } catch (IOException closed) {
            return false;
        }
    }

    private static long directMemory() {
        return PlatformDependent.usedDirectMemory();
    }
}
