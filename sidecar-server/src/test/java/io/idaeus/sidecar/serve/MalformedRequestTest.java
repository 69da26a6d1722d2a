/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static io.idaeus.sidecar.serve.RawClient.get;
import static io.idaeus.sidecar.serve.RawClient.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.serve.RawClient.Response;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client may send anything: each time the response is right, the connection is closed, and the server lives. */
class MalformedRequestTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String DIRECTORY = "/data/v1/snapshots/backup-1/shop/orders/nb-7-big/";
    private static final String TARGET = DIRECTORY + "Data.db";

    @TempDir
    Path directory;

    private final ServeMetrics metrics = new ServeMetrics();
    private DataPlaneServer server;
    private RawClient client;

    @BeforeEach
    void serve() throws IOException {
        SnapshotFiles files = new SnapshotFiles(directory);
        files.add("Data.db", new byte[] {1, 2, 3});
        server = DataPlaneServer.start(Settings.timed(LONG, LONG), files, metrics);
        client = new RawClient(server.address());
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        try (RawClient next = new RawClient(server.address())) {
            assertThat(next.ask(get(TARGET)).status()).isEqualTo(200);
        }
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/data/v1/snapshots/../../../../etc/passwd",
                DIRECTORY + "..",
                DIRECTORY + ".",
                DIRECTORY + "%2e%2e",
                DIRECTORY + "%2E./Data.db",
                DIRECTORY + "..%2f..%2fData.db",
                DIRECTORY + "..%5cData.db",
                DIRECTORY + "..\\Data.db",
                DIRECTORY + "Data.db%00.txt",
                DIRECTORY + "Data%2edb%2f",
                DIRECTORY + "%252e%252e",
                DIRECTORY + "Data%25.db",
                DIRECTORY + "Data.db%0d%0aX:%20y",
                DIRECTORY + "Data.db%7f",
                DIRECTORY + "%c0%ae%c0%ae",
                DIRECTORY + "%ff",
                DIRECTORY + "%",
                DIRECTORY + "%2",
                DIRECTORY + "%zz",
                DIRECTORY,
                "/data/v1/snapshots//shop/orders/nb-7-big/Data.db",
                "//etc/passwd",
                "/%2fetc/passwd",
                "/data/v1/snapshots/%2fetc%2fpasswd/a/b/c/d",
                DIRECTORY + "Data.db?x=1",
                DIRECTORY + "Data.db#x",
                "http://elsewhere" + TARGET,
                "file:///etc/passwd",
                "Data.db",
                "*",
            })
    void anInvalidPathIsRefusedAndCounted(String target) throws IOException {
        Response response = client.ask(get(target));

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.text()).contains("urn:idaeus:problem:invalid-request");
        assertThat(metrics.invalidPaths()).isEqualTo(1);
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void anOverlongNameIsRefusedAndCounted() throws IOException {
        assertThat(client.ask(get(DIRECTORY + "a".repeat(256))).status()).isEqualTo(400);
        assertThat(metrics.invalidPaths()).isEqualTo(1);
        try (RawClient next = new RawClient(server.address())) {
            assertThat(next.ask(get(DIRECTORY + "a".repeat(255))).status()).isEqualTo(404);
        }
    }

    @Test
    void anOverlongRequestLineIs414() throws IOException {
        Response response = client.ask(get("/" + "a".repeat(100_000)));

        assertThat(response.status()).isEqualTo(414);
        assertThat(response.text()).contains("urn:idaeus:problem:uri-too-long");
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void oversizedHeadersAre431() throws IOException {
        Response response = client.ask(get(TARGET, "X-Long: " + "a".repeat(100_000)));

        assertThat(response.status()).isEqualTo(431);
        assertThat(response.text()).contains("urn:idaeus:problem:headers-too-large");
        assertThat(client.isClosedByServer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "FOO"})
    void otherMethodsAre405(String method) throws IOException {
        Response response = client.ask(request(method, TARGET));

        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers()).containsEntry("allow", "GET, HEAD");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET " + TARGET + " HTTP/1.1\r\n\r\n",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET " + TARGET + " HTTP/2.0\r\nHost: a\r\n\r\n",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
                "GET " + TARGET + "\r\n\r\n",
                "GET  " + TARGET + "  BLA\r\nHost: a\r\n\r\n",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nno colon here\r\n\r\n",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nBad Name: b\r\n\r\n",
                "GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n",
                "\0\0\0\0\r\n\r\n",
                "\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003\r\n\r\n",
            })
    void whatIsNotAnHonestRequestIs400(String text) throws IOException {
        Response response = client.ask(text);

        assertThat(response.status()).isEqualTo(400);
        assertThat(client.isClosedByServer()).isTrue();
        assertThat(metrics.invalidPaths()).isZero();
    }

    @Test
    void aBodyIsNeverParsedAsTheNextRequest() throws IOException {
        client.send("GET " + TARGET + " HTTP/1.1\r\nHost: a\r\nContent-Length: "
                + get(TARGET).length() + "\r\n\r\n" + get(TARGET));

        assertThat(client.read().status()).isEqualTo(400);
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void noiseNeverHangsAConnection() throws IOException {
        try (DataPlaneServer hasty =
                DataPlaneServer.start(Settings.timed(SHORT, SHORT), new SnapshotFiles(directory), metrics)) {
            sendNoise(hasty);
        }
    }

    private static void sendNoise(DataPlaneServer hasty) throws IOException {
        Random random = new Random(42);
        for (int i = 0; i < 200; i++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            try (RawClient noisy = new RawClient(hasty.address())) {
                noisy.send(new String(noise, java.nio.charset.StandardCharsets.ISO_8859_1) + "\r\n\r\n");
                if (i % 20 == 0) {
                    noisy.readToEnd();
                }
            }
        }
    }
}
