/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.ProblemType;
import io.idaeus.api.node.DataPlane;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import io.idaeus.sidecar.throttle.ThrottleChain;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each failure of a source names it, in a line that people can read. */
@Timeout(120)
class HostileSourceTest {
    private static final String HOST_ID = "11111111-1111-4111-8111-111111111111";

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final FileFetcher fetcher = new FileFetcher(FetchSettings.plain(), new FetchMetrics());
    private DataPlane self = new DataPlane("127.0.0.1", 2, false);
    private HttpServer source;

    @BeforeEach
    void start() throws IOException {
        source = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        source.createContext("/", exchange -> {
            byte[] body = answers.get(exchange.getRequestURI().getPath()).getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        source.start();
        node(HOST_ID, "cluster", "127.0.0.1");
    }

    @AfterEach
    void stop() {
        source.stop(0);
        fetcher.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x:y", "1:2:3", "9223372036854775808:0"})
    void aRingThatIsNoneNamesTheSource(String range) {
        answers.put(
                "/v1/ring",
                "{\"keyspace\":\"shop\",\"ranges\":[{\"range\":\"" + range + "\",\"replicas\":[],\"local\":true}]}");

        refused(() -> contact().owned("shop"));
    }

    @Test
    void namesThatAreNoneAreNotKept() {
        node("x".repeat(1_000_000), "cluster", "127.0.0.1");
        refused(this::contact);
        node("../../x", "cluster", "127.0.0.1");
        refused(this::contact);
        node(HOST_ID, "a\\r\\nINFO forged", "127.0.0.1");
        refused(this::contact);
    }

    @Test
    void aDataPlaneThatDoesNotResolveNamesTheSource() {
        node(HOST_ID, "cluster", "no\\u0000such.invalid");

        assertThatThrownBy(this::contact).isInstanceOf(ProblemException.class).satisfies(this::isReadable);
    }

    @Test
    void aSourceIsAskedForItsCapabilitiesAlone() {
        assertThat(servesBundles()).isFalse();

        node(HOST_ID, "cluster", "127.0.0.1", "\"zstd\"");
        assertThat(servesBundles()).isFalse();

        node(HOST_ID, "cluster", "127.0.0.1", "\"bundles\"");
        assertThat(servesBundles()).isTrue();
    }

    @Test
    void thisNodesOwnSidecarIsNoSourceByWhateverNameItIsGiven() {
        node(HOST_ID, "cluster", "127.0.0.1");
        self = new DataPlane("localhost", 1, false);

        assertThatThrownBy(this::contact)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.UNPROCESSABLE))
                .hasMessageContaining("is this node's own sidecar");
    }

    private boolean servesBundles() {
        FetchTerms terms = new FetchTerms("t1", null, ThrottleChain.unlimited(), null, (wire, plain) -> {});
        return contact().fetcher(terms).together().components() > 0;
    }

    private void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_FAILED))
                .satisfies(this::isReadable);
    }

    private void isReadable(Throwable problem) {
        assertThat(problem.getMessage()).contains(uri().toString()).hasSizeLessThan(1_000);
        assertThat(problem.getMessage().chars()).noneMatch(Character::isISOControl);
    }

    private SstableSource contact() {
        PeerSources sources = new PeerSources(
                () -> SidecarClient.of(uri()),
                new PeerPolicy(
                        new PeerRules(List.of("127.0.0.1:" + uri().getPort()), false, 9043, 0, true, false), Set::of),
                fetcher,
                self,
                new PeerSettings(2, false, TransferRequest.Compression.OFF, Duration.ofSeconds(10)));
        return sources.contact(SourceRef.at(uri().toString()));
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + source.getAddress().getPort());
    }

    private void node(String hostId, String cluster, String dataHost) {
        node(hostId, cluster, dataHost, "");
    }

    private void node(String hostId, String cluster, String dataHost, String capabilities) {
        answers.put("/v1/node", """
                {"cluster":"%s","hostId":"%s","cassandraVersion":"5.0.9","partitioner":"p","datacenter":"dc1",
                 "rack":"r1","mode":"NORMAL","tokens":[],"dataDirectories":[],
                 "dataPlane":{"host":"%s","port":1,"tls":false},"sidecarVersion":"1","apiVersions":["v1"],
                 "dataPlaneVersions":["v1"],"capabilities":[%s],"insecure":false}
                """.formatted(cluster, hostId, dataHost, capabilities));
    }
}
