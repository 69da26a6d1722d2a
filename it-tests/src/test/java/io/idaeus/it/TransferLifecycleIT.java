/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.Finding;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.Lease;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.client.SidecarClient;
import io.idaeus.client.SidecarException;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A transfer as an operator sees it: started twice, watched, paused, cancelled, restarted midway, its source down. */
class TransferLifecycleIT {
    // Slow enough to be interrupted, in SSTables that travel in pieces.
    private static final PayloadTable LARGE = new PayloadTable("shop", "large", 12_000, 16_384);
    private static final long BYTES_PER_SECOND = 32L << 20;

    // More than all connections have in flight, so that some pieces are complete.
    private static final long MANY_PIECES = 40L << 20;

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.two(Profile.PLAIN);

    private static Pair pair;

    @BeforeAll
    static void start() {
        pair = Pair.between(nodes.first(), nodes.second())
                .destinationSidecar(sidecar -> sidecar.set("transfers.pieceSize", "4MiB"))
                .start();
        LARGE.load(pair.source(), 48);
    }

    @AfterAll
    static void stop() {
        pair.close();
    }

    @Test
    @Tag("core")
    void anIdempotencyKeyStartsOneTransferAndRefusesAnotherBody() {
        PayloadTable table = filled("once", 100, 100);
        TransferRequest request = pair.request(table.ref());

        Transfer first = pair.destinationClient().createTransfer(request, "key-1");
        Transfer second = pair.destinationClient().createTransfer(request, "key-1");

        assertThat(second.id()).isEqualTo(first.id());
        assertThat(pair.await(first.id()).outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
        TransferRequest other = pair.request(new TableRef("shop", "other"));
        assertThatThrownBy(() -> pair.destinationClient().createTransfer(other, "key-1"))
                .isInstanceOfSatisfying(
                        SidecarException.class,
                        e -> assertThat(e.problem().type()).isEqualTo(ProblemType.IDEMPOTENCY_KEY_REUSED.uri()));
    }

    @Test
    @Tag("core")
    void aWatcherReceivesEveryState() {
        PayloadTable table = filled("watched", 1000, 1000);
        String id = pair.destinationClient()
                .createTransfer(pair.request(table.ref()), null)
                .id();
        List<TransferEvent> events = new ArrayList<>();

        pair.destinationClient().watchTransfer(id, events::add);

        assertThat(events).last().satisfies(event -> {
            assertThat(event.state()).isEqualTo(TransferState.COMPLETED);
            assertThat(event.progress().bytesFetched())
                    .isEqualTo(event.progress().bytesTotal());
        });
        assertSame(table);
    }

    @Test
    @Tag("core")
    void aCancelledTransferLeavesNothingBehind() {
        PayloadTable table = large();
        String id =
                pair.destinationClient().createTransfer(generated(table), null).id();
        awaitBytes(id);

        pair.destinationClient().cancelTransfer(id);
        pair.destinationClient().cancelTransfer(id);

        assertThat(pair.await(id).state()).isIn(TransferState.CANCELLED);
        assertThat(staged(id)).doesNotExist();
        pair.awaitReleased(id);
    }

    /** Cassandra's import alone starts no compaction: eight SSTables would stay eight until the next flush. */
    @Test
    @Tag("core")
    void whatATransferImportedIsCompactedThoughNobodyWritesToTheTable() {
        TableRef table = new TableRef("shop", "pieces");
        for (CassandraNode node : List.of(pair.source(), pair.destination())) {
            node.cql().execute("CREATE TABLE shop.pieces (id bigint PRIMARY KEY)");
        }
        CassandraNode source = pair.source();
        source.disableAutocompaction("shop", "pieces");
        for (int i = 0; i < 8; i++) {
            source.cql().execute("INSERT INTO shop.pieces (id) VALUES (" + i + ")");
            source.flush("shop", "pieces");
        }

        Transfer transfer = pair.transfer(pair.request(table));

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(transfer.progress().filesTotal())
                .as("files of eight SSTables")
                .isGreaterThan(40);
        CassandraNode destination = pair.destination();
        Awaitility.await("they are compacted")
                .atMost(Duration.ofSeconds(60))
                .until(() -> destination.liveSstables("shop", "pieces"), live -> live < 8);
    }

    @Test
    @Tag("core")
    void aPauseStopsATransferMidFileSurvivesARestartAndAResumeContinuesThere() {
        PayloadTable table = large();
        String id =
                pair.destinationClient().createTransfer(generated(table), null).id();
        awaitBytes(id);

        assertThat(pair.destinationClient().pauseTransfer(id).state()).isEqualTo(TransferState.PAUSED);
        assertThat(pair.destinationClient().pauseTransfer(id).waiting())
                .satisfies(waiting -> assertThat(waiting.cause()).isEqualTo(TransferWait.Cause.OPERATOR));
        Awaitility.await("nothing is received")
                .atMost(Duration.ofSeconds(5))
                .during(Duration.ofSeconds(1))
                .until(stagedBytes(id), new SameAsBefore()::test);
        assertNotForOthers(pair.destinationSidecar().stagingRoot());
        assertNotForOthers(pair.destinationSidecar().stateDirectory());
        pair.destinationSidecar().kill9();
        pair.destinationSidecar().start();
        Transfer still = pair.destinationClient().transfer(id);
        assertThat(still.state()).as("%s", still).isEqualTo(TransferState.PAUSED);
        assertThat(pair.sourceClient().leases().leases()).extracting(Lease::id).containsExactly(id);

        pair.destinationClient().resumeTransfer(id);
        Transfer transfer = pair.await(id);

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(transfer.progress().bytesResumed()).isPositive();
        assertSame(table);
        assertThatThrownBy(() -> pair.destinationClient().pauseTransfer(id))
                .isInstanceOfSatisfying(
                        SidecarException.class,
                        e -> assertThat(e.problem().type()).isEqualTo(ProblemType.ILLEGAL_STATE.uri()));
    }

    // Otherwise rows that were deleted since the snapshot come back.
    @Test
    @Tag("core")
    void aTransferThatWasPausedLongerThanGcGraceIsRefusedAndANewOneIsNot() {
        PayloadTable table = filled("aged", 100, 16_384);
        TransferRequest slow =
                pair.request(table.ref()).toBuilder().maxRate(64L << 10).build();
        String id = pair.destinationClient().createTransfer(slow, null).id();
        await(id, transfer -> transfer.state() == TransferState.PULLING);
        pair.destinationClient().pauseTransfer(id);
        graceAtDestination(table, Duration.ofSeconds(2));
        Instant taken = pair.sourceClient().snapshot("idaeus-" + id).createdAt();
        Awaitility.await("the snapshot is older").atMost(Duration.ofSeconds(30)).until(() -> Instant.now()
                .isAfter(taken.plusSeconds(3)));
        pair.destinationClient().limitTransfer(id, null);
        pair.destinationClient().resumeTransfer(id);

        Transfer refused = pair.await(id);
        assertThat(refused.state()).as("%s", refused).isEqualTo(TransferState.FAILED);
        assertThat(refused.problem().type()).isEqualTo(ProblemType.PLAN_REFUSED.uri());
        assertThat(refused.problem().detail()).contains("SNAPSHOT_TOO_OLD " + table.name(), "start a new transfer");
        assertThat(refused.findings()).extracting(Finding::code).contains("SNAPSHOT_TOO_OLD");

        graceAtDestination(table, Duration.ofDays(10));
        assertThat(pair.transfer(pair.request(table.ref())).outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
        assertSame(table);
    }

    private static void graceAtDestination(PayloadTable table, Duration grace) {
        pair.destination()
                .cql()
                .execute("ALTER TABLE %s WITH gc_grace_seconds = %d".formatted(table.name(), grace.toSeconds()));
    }

    @Test
    @Tag("faults")
    void aTransferWaitsForADestinationThatIsDrainedAndRestarted() {
        PayloadTable table = large();
        String id =
                pair.destinationClient().createTransfer(generated(table), null).id();
        awaitBytes(id);

        // On a busy machine nodetool takes longer than the rest of the transfer.
        pair.destinationClient().limitTransfer(id, 1L << 20);
        pair.destination().nodetool("drain").orThrow();
        pair.destinationClient().limitTransfer(id, null);
        await(
                id,
                transfer -> transfer.waiting() != null
                        && transfer.waiting().cause() == TransferWait.Cause.NODE_STATE
                        && transfer.waiting().detail().contains("DRAINED"));
        Transfer waiting = pair.destinationClient().transfer(id);
        assertThat(waiting.state()).as("%s", waiting).isEqualTo(TransferState.PAUSED);
        assertThat(waiting.waiting().phase()).isEqualTo(TransferState.IMPORTING);
        assertThat(waiting.reason()).contains("NORMAL");
        pair.destination().kill9();
        await(id, transfer -> transfer.waiting() != null && transfer.waiting().cause() == TransferWait.Cause.CASSANDRA);
        pair.destination().start();

        Transfer transfer = pair.await(id);
        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertSame(table);
    }

    /** Bytes on disk by the transfer's progress. */
    private static Callable<Long> stagedBytes(String id) {
        return () -> pair.destinationClient().transfer(id).progress().bytesFetched();
    }

    private static final class SameAsBefore {
        private long before = -1;

        boolean test(long now) {
            boolean same = now == before;
            before = now;
            return same;
        }
    }

    @Test
    @Tag("core")
    void aRestartMidTransferFetchesNoFinishedFileAgain() {
        PayloadTable table = large();
        String id =
                pair.destinationClient().createTransfer(generated(table), null).id();
        awaitBytes(id);

        pair.destinationSidecar().kill9();
        pair.destinationSidecar().start();
        Transfer transfer = pair.await(id);

        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(transfer.progress().bytesResumed()).isPositive();
        assertSame(table);
    }

    @Test
    @Tag("faults")
    void aTransferWaitsForASourceThatIsDownThenFetchesPiecesAndBundles() throws Exception {
        PayloadTable table = large();
        double piecesBefore = fetched("pieces");
        double bundlesBefore = fetched("bundles");
        String id =
                pair.destinationClient().createTransfer(generated(table), null).id();
        awaitBytes(id);

        pair.sourceSidecar().kill9();
        Awaitility.await("a reason that names the source")
                .atMost(Duration.ofSeconds(40))
                .until(() -> pair.destinationClient().transfer(id), transfer -> transfer.attempts() > 0);
        pair.sourceSidecar().start();

        assertThat(pair.await(id).outcome()).isEqualTo(Transfer.Outcome.COMPLETE);
        assertSame(table);
        assertThat(fetched("pieces")).isGreaterThan(piecesBefore);
        assertThat(fetched("bundles")).isGreaterThan(bundlesBefore);
    }

    /** A metric of the destination. */
    private static double fetched(String what) throws Exception {
        URI metrics = pair.destinationSidecar().restUri().resolve("/metrics");
        HttpResponse<Stream<String>> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofLines());
        String sample = response.body()
                .filter(line -> line.startsWith("idaeus_fetch_" + what + "_total "))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(sample.substring(sample.indexOf(' ')));
    }

    @Test
    @Tag("faults")
    void aSnapshotIsClearedWhenItsDestinationNeverReturns() {
        PayloadTable table = filled("orphaned", 100, 100);
        pair.destinationSidecar().stop();
        try (SidecarProcess mortal = SidecarProcess.beside(pair.destination())
                .name("mortal")
                .allowPeers(pair.source().address())
                .set("transfers.leaseTtl", "10s")
                .start()) {
            String id = SidecarClient.of(mortal.restUri())
                    .createTransfer(pair.request(table.ref()), null)
                    .id();
            awaitSource(() -> snapshotTags().contains("idaeus-" + id));
            mortal.kill9();

            assertThat(pair.sourceClient().leases().leases())
                    .extracting(Lease::id)
                    .containsExactly(id);
            awaitSource(() -> pair.sourceClient().leases().leases().isEmpty());
            awaitSource(() -> !snapshotTags().contains("idaeus-" + id));
        } finally {
            pair.destinationSidecar().start();
        }
    }

    @Test
    @Tag("core")
    void anExistingSnapshotOfAnyNameServesAsSourceAndIsKept() {
        PayloadTable table = filled("existing", 100, 100);
        String tag = "odd+tag.." + "x".repeat(141);
        pair.source()
                .nodetool("snapshot", "-t", tag, "-cf", table.table(), table.keyspace())
                .orThrow();
        TransferRequest plain = pair.request(table.ref());
        TransferRequest existing = plain.toBuilder().snapshot(tag).build();

        assertThat(pair.transfer(existing))
                .satisfies(transfer ->
                        assertThat(transfer.outcome()).as("%s", transfer).isEqualTo(Transfer.Outcome.COMPLETE));
        assertSame(table);
        assertThat(snapshotTags()).contains(tag);
    }

    /** As after an earlier transfer from that snapshot. */
    @Test
    @Tag("core")
    void whatABaseHoldsDoesNotMoveUntilItIsCompacted() {
        PayloadTable table = filled("based", 200, 100);
        PayloadTable first = new PayloadTable("shop", "based", 100, 100);
        pair.source().cql().execute("TRUNCATE shop.based");
        first.insert(pair.source().cql());
        pair.source()
                .nodetool("snapshot", "-t", "before", "-cf", "based", "shop")
                .orThrow();
        TransferRequest plain = pair.request(table.ref());
        pair.transfer(plain.toBuilder().snapshot("before").build());
        assertSame(first);
        table.insert(pair.source().cql(), LongStream.range(100, 200));
        pair.source().flush("shop", "based");
        TransferRequest since = from("before", plain);

        assertThat(pair.destinationClient().planTransfer(since).sstables()).hasSize(1);
        Transfer brought = pair.transfer(since);

        assertThat(brought.outcome()).as("%s", brought).isEqualTo(Transfer.Outcome.COMPLETE);
        assertThat(brought.sstables().imported()).isEqualTo(1);
        assertThat(brought.sstables().earlier()).isEqualTo(1);
        assertSame(table);

        pair.source().nodetool("compact", "shop", "based").orThrow();
        Transfer compacted = pair.transfer(since);

        assertThat(compacted.sstables().imported()).isEqualTo(1);
        assertThat(compacted.sstables().earlier()).isZero();
        assertSame(table);
    }

    @Test
    @Tag("core")
    void aTableThatWasMadeAfterTheBaseMovesWhole() {
        filled("older", 1, 1);
        pair.source()
                .nodetool("snapshot", "-t", "older", "-cf", "older", "shop")
                .orThrow();
        PayloadTable table = filled("newer", 100, 100);

        Transfer brought = pair.transfer(from("older", pair.request(table.ref())));

        assertThat(brought.outcome()).as("%s", brought).isEqualTo(Transfer.Outcome.COMPLETE);
        assertSame(table);
    }

    /** Its transfer brought a row, which was deleted since: the tombstone may be purged, and nothing would delete it here. */
    @Test
    @Tag("core")
    void aBaseThatIsOlderThanTombstonesAreKeptIsRefused() {
        PayloadTable table = filled("elder", 10, 10);
        pair.source()
                .nodetool("snapshot", "-t", "elder", "-cf", "elder", "shop")
                .orThrow();
        graceAtDestination(table, Duration.ofSeconds(1));
        TransferRequest plain = pair.request(table.ref());
        Awaitility.await("the base is older").atMost(Duration.ofSeconds(30)).until(() -> Instant.now()
                .isAfter(pair.sourceClient().snapshot("elder").createdAt().plusSeconds(2)));

        assertThat(codes(pair.destinationClient().planTransfer(from("elder", plain))))
                .contains("SNAPSHOT_TOO_OLD");
        Transfer refused = pair.transfer(from("elder", plain));
        assertThat(refused.problem().type()).isEqualTo(ProblemType.PLAN_REFUSED.uri());
        assertThat(codes(pair.destinationClient().planTransfer(plain))).doesNotContain("SNAPSHOT_TOO_OLD");
    }

    private static List<String> codes(TransferPlan plan) {
        return plan.findings().stream().map(Finding::code).toList();
    }

    @Test
    @Tag("core")
    void aBaseThatIsNotThereIsRefused() {
        TransferRequest request =
                from("nowhere", pair.request(filled("baseless", 1, 1).ref()));

        assertThatThrownBy(() -> pair.destinationClient().planTransfer(request))
                .isInstanceOfSatisfying(
                        SidecarException.class,
                        e -> assertThat(e.problem().detail()).contains("\"nowhere\""));
        assertThat(pair.transfer(request).problem().detail()).contains("\"nowhere\"");
    }

    @Test
    @Tag("core")
    void aBaseThatIsNoOlderThanWhatMovesIsRefused() {
        PayloadTable table = filled("swapped", 1, 1);
        for (String tag : List.of("swapped-1", "swapped-2")) {
            pair.source()
                    .nodetool("snapshot", "-t", tag, "-cf", "swapped", "shop")
                    .orThrow();
        }
        TransferRequest plain = pair.request(table.ref());

        for (String base : List.of("swapped-1", "swapped-2")) {
            TransferRequest request =
                    from(base, plain.toBuilder().snapshot("swapped-1").build());
            assertThat(pair.transfer(request).problem().detail()).contains("expected: an earlier snapshot");
        }
    }

    private static TransferRequest from(String base, TransferRequest request) {
        return request.toBuilder()
                .sources(request.sources().stream()
                        .map(source ->
                                new SourceRef(source.uri(), source.hostId(), source.cluster(), source.ranges(), base))
                        .toList())
                .build();
    }

    private static List<String> snapshotTags() {
        return pair.sourceClient().snapshots().snapshots().stream()
                .map(SnapshotInfo::tag)
                .toList();
    }

    private static void awaitSource(Callable<Boolean> condition) {
        Awaitility.await("the source")
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(40))
                .until(condition);
    }

    @Test
    @Tag("core")
    void aSourceThatIsNotAllowedIsNotCalled() {
        TransferRequest plain = pair.request(filled("unreached", 1, 1).ref());
        TransferRequest elsewhere = plain.toBuilder()
                .sources(List.of(SourceRef.at("http://127.200.200.200:9043")))
                .build();

        assertThatThrownBy(() -> pair.destinationClient().planTransfer(elsewhere))
                .isInstanceOfSatisfying(
                        SidecarException.class,
                        e -> assertThat(e.problem().type()).isEqualTo(ProblemType.PEER_NOT_ALLOWED.uri()));
        assertThat(pair.transfer(elsewhere).problem().type()).isEqualTo(ProblemType.PEER_NOT_ALLOWED.uri());
    }

    @Test
    @Tag("core")
    void anotherNodeAtThePinnedAddressIsRefused() {
        PayloadTable table = filled("pinned", 10, 10);
        TransferRequest plain = pair.request(table.ref());
        TransferRequest pinned = plain.toBuilder()
                .sources(List.of(
                        new SourceRef(plain.sources().get(0).uri(), "11111111-1111-4111-8111-111111111111", null)))
                .build();

        assertThat(pair.transfer(pinned).problem().type()).isEqualTo(ProblemType.PEER_MISMATCH.uri());
    }

    /** Waits for bytes from the data plane. The first ones counted arrived inside the manifest. */
    private static void assertNotForOthers(Path root) {
        try (Stream<Path> tree = Files.walk(root)) {
            assertThat(tree.filter(path -> !path.equals(root))).isNotEmpty().allSatisfy(path -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .as("%s", path)
                    .isEqualTo(Files.isDirectory(path) ? "rwxr-x---" : "rw-r-----"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitBytes(String id) {
        await(id, transfer -> transfer.progress().bytesFetched() > MANY_PIECES);
    }

    private static void await(String id, Predicate<Transfer> enough) {
        Awaitility.await("progress of " + id)
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofMinutes(1))
                .until(
                        () -> pair.destinationClient().transfer(id),
                        transfer -> enough.test(transfer) || transfer.state().isFinal());
    }

    private static Path staged(String id) {
        return pair.destinationSidecar().stagingRoot().resolve(id);
    }

    private static PayloadTable filled(String name, long rows, int bytes) {
        PayloadTable table = new PayloadTable("shop", name, rows, bytes);
        table.create(pair.source().cql());
        table.create(pair.destination().cql());
        table.insert(pair.source().cql());
        return table;
    }

    /** The large table; the destination holds no row of it. */
    private static PayloadTable large() {
        pair.destination().cql().execute("DROP TABLE IF EXISTS " + LARGE.name());
        LARGE.create(pair.destination().cql());
        return LARGE;
    }

    private static TransferRequest generated(PayloadTable table) {
        TransferRequest plain = pair.request(table.ref());
        return plain.toBuilder().maxRate(BYTES_PER_SECOND).build();
    }

    private static void assertSame(PayloadTable table) {
        assertThat(pair.compare(table.ref()).requireSame()).isEqualTo(table.rows());
    }
}
