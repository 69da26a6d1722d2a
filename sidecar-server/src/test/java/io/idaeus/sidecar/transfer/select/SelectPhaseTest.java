/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.idaeus.api.Finding;
import io.idaeus.api.Problem;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.node.DataPlane;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.Ring;
import io.idaeus.api.node.RingRange;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.sstable.SstablePage;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchSettings;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.PeerPolicy;
import io.idaeus.sidecar.security.PeerRules;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selector;
import io.idaeus.sidecar.selection.offer.ManySstables;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferPage;
import io.idaeus.sidecar.transfer.source.PeerSettings;
import io.idaeus.sidecar.transfer.source.PeerSources;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import io.idaeus.sidecar.transfer.source.SstableSource;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A source that says what it has in pages of ten. */
@Timeout(120)
class SelectPhaseTest {
    private static final int PAGE = 10;
    private static final int TOTAL = 30;

    private final Offer offer = ManySstables.offer();
    private final Selector selector = ManySstables.selector(offer);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger rings = new AtomicInteger();

    /** Pages that it answers with before it answers with 503. */
    private int patience = Integer.MAX_VALUE;

    private final FileFetcher fetcher = new FileFetcher(FetchSettings.plain(), new FetchMetrics());
    private @Nullable SstablePage page;
    private @Nullable TableInfo table;
    private HttpServer source;

    @BeforeEach
    void start() throws IOException {
        source = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        source.createContext("/", this::answer);
        source.start();
    }

    @AfterEach
    void stop() {
        source.stop(0);
        fetcher.close();
    }

    @Test
    void everyPageIsPlanned() {
        listen(() -> {});

        assertThat(selector.selection().sstables())
                .extracting(SelectedSstable::name)
                .hasSize(TOTAL)
                .startsWith("nb-1-big")
                .endsWith("nb-30-big");
    }

    @Test
    void aPageIsRequestedAfterThePageBeforeIsPlanned() {
        AtomicInteger between = new AtomicInteger();

        listen(() -> assertThat(answered).hasValue(between.getAndIncrement()));

        assertThat(between).hasValue(4);
    }

    @Test
    void aSourceThatFailsBetweenTwoPagesIsUnreachable() {
        patience = 2;

        assertThatThrownBy(() -> listen(() -> {}))
                .hasMessageStartingWith("the Cassandra of source http://127.0.0.1:")
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_UNREACHABLE));
        assertThat(answered).hasValue(2);
    }

    @Test
    void aCancelBetweenTwoPagesRequestsNoMore() {
        assertThatThrownBy(() -> listen(() -> {
                    if (answered.get() == 1) {
                        throw new TransferInterruptedException(false);
                    }
                }))
                .isInstanceOf(TransferInterruptedException.class);
        assertThat(answered).hasValue(1);
    }

    @Test
    void theRingOfAKeyspaceIsRequestedOnce() {
        List<TableRef> tables =
                List.of(new TableRef("shop", "users"), new TableRef("shop", "orders"), new TableRef("bank", "users"));
        PinnedSource pinned =
                new PinnedSource(uri().toString(), offer.hostId(), "cluster", "tag", List.of("0:0"), false, null);

        List<SourceOffer> offers = SelectPhase.offers(0, contacted(), pinned, pinned.ranges(), tables, null);

        assertThat(offers).extracting(each -> each.offer().table()).isEqualTo(tables);
        assertThat(rings).hasValue(2);
    }

    /** The source's table may have been altered since the snapshot that the request names. */
    @Test
    void theGraceOfTheTableNowIsRequestedForANamedSnapshot() {
        table = new TableInfo("shop", "users", "id", "CREATE TABLE …", ManySstables.DEFINITION, null, null);
        assertThat(offered(false).gcGraceNow()).isEqualTo(864_000);
        assertThat(offered(true).gcGraceNow()).isNull();

        table = null;
        assertThat(offered(false).gcGraceNow()).isNull();
    }

    private Offer offered(boolean own) {
        PinnedSource pinned =
                new PinnedSource(uri().toString(), offer.hostId(), "cluster", "tag", List.of("0:0"), own, Map.of());
        return SelectPhase.offers(0, contacted(), pinned, pinned.ranges(), List.of(ManySstables.USERS), null)
                .get(0)
                .offer();
    }

    @Test
    void theListingOfASnapshotIsComparedByTheSnapshotsOwnDefinition() {
        page = page(ManySstables.DEFINITION, "it has no schema.cql", true);

        OfferPage listed =
                contacted().listing("tag", ManySstables.USERS, List.of("0:0")).next();
        new SourceOffer(offer, () -> List.of(listed).iterator()).addTo(selector, () -> {});

        assertThat(listed.definition()).isEqualTo(ManySstables.DEFINITION);
        assertThat(selector.selection().findings())
                .extracting(Finding::code)
                .contains("SNAPSHOT_UNPROVEN", "SNAPSHOT_SCHEMA_UNKNOWN");
    }

    @Test
    void aSourceThatHasNoDefinitionOfASnapshotIsAskedForThatOfTheTable() {
        page = page(null, "there is no table users", false);
        patience = 0;

        assertThatThrownBy(() -> contacted()
                        .listing("tag", ManySstables.USERS, List.of("0:0"))
                        .next())
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(ProblemType.PEER_UNREACHABLE));
    }

    private static SstablePage page(@Nullable TableDefinition definition, @Nullable String unknown, boolean unlisted) {
        return new SstablePage("shop", "users", "id", definition, unknown, unlisted, List.of(), 0, 0, null);
    }

    private <E extends Exception> void listen(SourceOffer.Between<E> between) throws E {
        SstableSource contacted = contacted();
        new SourceOffer(offer, () -> contacted.manifest("tag", new TableRef("shop", "users"), List.of("0:0")))
                .addTo(selector, between);
    }

    private URI uri() {
        return URI.create("http://127.0.0.1:" + source.getAddress().getPort());
    }

    private SstableSource contacted() {
        URI uri = uri();
        PeerSources sources = new PeerSources(
                () -> SidecarClient.of(uri),
                new PeerPolicy(
                        new PeerRules(List.of("127.0.0.1:" + uri.getPort()), false, 9043, 0, true, false), Set::of),
                fetcher,
                new DataPlane("127.0.0.1", 2, false),
                new PeerSettings(2, false, TransferRequest.Compression.OFF, Duration.ofSeconds(10)));
        return sources.contact(SourceRef.at(uri.toString()));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestURI().getPath().equals("/v1/node")) {
                send(exchange, node());
                return;
            }
            if (exchange.getRequestURI().getPath().equals("/v1/ring")) {
                rings.incrementAndGet();
                send(exchange, new Ring("any", List.of(new RingRange("0:0", List.of(), true))));
                return;
            }
            if (exchange.getRequestURI().getPath().equals("/v1/sstables")) {
                send(exchange, page);
                return;
            }
            if (answered.get() == patience) {
                refuse(exchange, ProblemType.CASSANDRA_UNAVAILABLE, 503);
                return;
            }
            if (exchange.getRequestURI().getPath().startsWith("/v1/keyspaces/")) {
                if (table == null) {
                    refuse(exchange, ProblemType.UNKNOWN_TABLE, 404);
                } else {
                    send(exchange, table);
                }
                return;
            }
            answered.incrementAndGet();
            String query = exchange.getRequestURI().getQuery();
            int from = query.contains("after=")
                    ? Integer.parseInt(query.replaceFirst(".*after=nb-(\\d+)-big.*", "$1"))
                    : 0;
            send(exchange, manifest(from));
        }
    }

    private static void refuse(HttpExchange exchange, ProblemType type, int status) throws IOException {
        byte[] body = ClientJson.mapper().writeValueAsBytes(new Problem(type.uri(), "refused", status, "why", "/"));
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    private static void send(HttpExchange exchange, @Nullable Object answer) throws IOException {
        byte[] body = ClientJson.mapper().writeValueAsBytes(answer);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    private Manifest manifest(int from) {
        int to = from + PAGE;
        return new Manifest(
                1,
                "tag",
                offer.hostId(),
                "5.0.9",
                "shop",
                "users",
                "01234567-89ab-cdef-0123-456789abcdef",
                "CREATE TABLE shop.users (id int PRIMARY KEY)",
                ManySstables.DEFINITION,
                null,
                Instant.EPOCH,
                null,
                Manifest.State.READY,
                0,
                0,
                ManySstables.sstables(from, to),
                TOTAL,
                0,
                to == TOTAL ? null : ManySstables.name(to - 1));
    }

    private NodeInfo node() {
        return new NodeInfo(
                "cluster",
                offer.hostId(),
                "5.0.9",
                offer.partitioner(),
                "dc1",
                "r1",
                "NORMAL",
                List.of(),
                List.of(),
                new DataPlane("127.0.0.1", 1, false),
                "1",
                List.of("v1"),
                List.of("v1"),
                List.of(),
                false);
    }
}
