/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.FakeSidecar;
import io.idaeus.client.SidecarClient;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UiServerTest {
    private static final String NODE = "{\"cluster\": \"shop\"}";

    private final FakeSidecar sidecar = FakeSidecar.start().on("GET /v1/node", 200, NODE);
    private final HttpClient http = HttpClient.newHttpClient();
    private UiServer ui;
    private URI address;

    @BeforeEach
    void start() throws IOException {
        ui = UiServer.start(List.of(new UiServer.Shown("one", SidecarClient.of(sidecar.uri()))), false, 0);
        address = ui.address();
    }

    @AfterEach
    void stop() {
        ui.close();
        sidecar.close();
    }

    @Test
    void theAddressOpensThePageForTheFirstBrowserAlone() throws Exception {
        String cookie = open();
        assertThat(get("/ui/", cookie).body()).startsWith("<!doctype html>");

        assertThat(get(address.getPath(), null))
                .satisfies(refused -> assertThat(refused.statusCode()).isEqualTo(403))
                .satisfies(refused -> assertThat(refused.body()).contains("has been used"));
        assertThat(get(address.getPath(), cookie).statusCode())
                .as("the first browser, again")
                .isEqualTo(303);
    }

    @Test
    void theCookieIsOutOfReachOfScriptsAndOtherPages() throws Exception {
        assertThat(get(address.getPath(), null).headers().firstValue("Set-Cookie"))
                .hasValueSatisfying(cookie -> assertThat(cookie).endsWith("; Path=/; HttpOnly; SameSite=Strict"));
    }

    @Test
    void anotherTokenOpensNothingAndLeavesTheRightOneUsable() throws Exception {
        assertThat(get("/open/AAAA", null).statusCode()).isEqualTo(403);
        assertThat(open()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/ui/", "/ui/app.js", "/ui/sidecars.json", "/ui/sidecars/0/v1/node"})
    void nobodyElseGetsAnything(String path) throws Exception {
        open();
        for (String cookie : new String[] {null, "idaeus-" + address.getPort() + "=AAAA", "session=x"}) {
            HttpResponse<String> answer = get(path, cookie);
            assertThat(answer.statusCode()).as(path + " with " + cookie).isEqualTo(401);
            assertThat(answer.body()).contains("the address that idaeus ui prints");
        }
        assertThat(sidecar.received()).isEmpty();
    }

    // A name of another page's that resolves to loopback.
    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:%d", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:%d"})
    void aRequestByAnotherNameIsRefused(String host) throws Exception {
        String cookie = open();
        String answer = raw("GET /ui/ HTTP/1.1\r\nHost: " + host.formatted(address.getPort()) + "\r\nCookie: " + cookie
                + "\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 403").contains("The Host header is");
    }

    @ParameterizedTest
    @CsvSource({"POST, http://evil.example", "POST, null", "POST,", "DELETE,", "GET, http://evil.example"})
    void aRequestOfAPageFromElsewhereIsRefused(String method, String origin) throws Exception {
        String cookie = open();
        HttpRequest.Builder request = request("/ui/sidecars/0/v1/node", cookie).method(method, BodyPublishers.noBody());
        HttpResponse<String> answer = send(origin == null ? request : request.header("Origin", origin));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("another origin");
        assertThat(sidecar.received()).isEmpty();
    }

    @Test
    void callsReachTheSidecarAndItsAnswersThePage() throws Exception {
        sidecar.on("GET /v1/ring", 404, "application/problem+json", "{\"title\": \"There is no such keyspace\"}");
        sidecar.on("POST /v1/transfers/x/pause", 200, "{}");
        String cookie = open();

        assertThat(get("/ui/sidecars/0/v1/node", cookie).body()).isEqualTo(NODE);
        HttpResponse<String> problem = get("/ui/sidecars/0/v1/ring?keyspace=a%26b", cookie);
        assertThat(problem.statusCode()).isEqualTo(404);
        assertThat(problem.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(problem.body()).contains("no such keyspace");
        assertThat(sidecar.last().target()).isEqualTo("/v1/ring?keyspace=a%26b");

        HttpResponse<String> paused = send(request("/ui/sidecars/0/v1/transfers/x/pause", cookie)
                .header("Origin", "http://127.0.0.1:" + address.getPort())
                .POST(BodyPublishers.ofString("{\"a\": 1}")));
        assertThat(paused.statusCode()).isEqualTo(200);
        assertThat(sidecar.last().body()).isEqualTo("{\"a\": 1}");
    }

    @Test
    void aSidecarThatIsAwayIsAProblemThatNamesIt() throws Exception {
        String cookie = open();
        sidecar.close();
        HttpResponse<String> answer = get("/ui/sidecars/0/v1/node", cookie);
        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body())
                .contains("one does not answer")
                .contains(sidecar.uri().toString());
    }

    @Test
    void aBodyBeyondOneMebibyteIsRefused() throws Exception {
        HttpResponse<String> answer = send(request("/ui/sidecars/0/v1/transfers", open())
                .header("Origin", "http://127.0.0.1:" + address.getPort())
                .POST(BodyPublishers.ofString(" ".repeat((1 << 20) + 1))));
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).contains("More than 1048576 bytes");
        assertThat(sidecar.received()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "99999"})
    void anUnknownSidecarIsNotFound(String number) throws Exception {
        HttpResponse<String> answer = get("/ui/sidecars/" + number + "/v1/node", open());
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("There is no such sidecar", "(found: 1)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/ui/../../../etc/passwd",
                "/ui/%2e%2e/%2e%2e/etc/passwd",
                "/ui/views/../app.js",
                "/ui/uplot/../app.js",
                "/ui/sidecars/-1/v1/node",
                "/ui/sidecars/0/metrics",
                "/ui/sidecars/0/openapi/idaeus-v1.yaml",
                "/ui/nothing.js"
            })
    void thereIsNothingElse(String path) throws Exception {
        String answer = raw("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + address.getPort() + "\r\nCookie: "
                + open() + "\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 404").contains("The page has no such file");
        assertThat(sidecar.received()).isEmpty();
    }

    @Test
    void filesAreReadOnly() throws Exception {
        HttpResponse<String> answer = send(request("/ui/app.js", open())
                .header("Origin", "http://127.0.0.1:" + address.getPort())
                .PUT(BodyPublishers.ofString("x")));
        assertThat(answer.statusCode()).isEqualTo(405);
    }

    @Test
    void everyAnswerForbidsWhatLoadsFromElsewhere() throws Exception {
        String cookie = open();
        for (String path :
                List.of("/ui/", "/ui/app.js", "/ui/sidecars.json", "/ui/sidecars/0/v1/node", "/ui/none.js")) {
            assertThat(get(path, cookie).headers().firstValue("Content-Security-Policy"))
                    .as(path)
                    .hasValueSatisfying(policy ->
                            assertThat(policy).startsWith("default-src 'self';").doesNotContain("unsafe"));
        }
    }

    @Test
    void itListensOnLoopbackAlone() {
        assertThat(address.getHost()).isEqualTo("127.0.0.1");
    }

    /** As a browser does; gives its cookie. */
    private String open() throws Exception {
        HttpResponse<String> opened = get(address.getPath(), null);
        assertThat(opened.statusCode()).isEqualTo(303);
        assertThat(opened.headers().firstValue("Location")).hasValue("/ui/");
        return opened.headers().firstValue("Set-Cookie").orElseThrow().replaceFirst(";.*", "");
    }

    private HttpResponse<String> get(String path, String cookie) throws Exception {
        return send(request(path, cookie));
    }

    private HttpRequest.Builder request(String path, String cookie) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve(path));
        return cookie == null ? request : request.header("Cookie", cookie);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
