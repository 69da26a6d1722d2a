/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.Lease;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.audit.Trail;
import io.idaeus.sidecar.cassandra.SnapshotOptions;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.KeyspaceSchema;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.content.Disk;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import io.idaeus.sidecar.snapshot.content.SnapshotDirectories;
import io.idaeus.sidecar.snapshot.content.SnapshotQuotas;
import io.idaeus.sidecar.sstable.SstableCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * From the taking of a snapshot to its end, over restarts, on real directories. Cassandra's part, to make and remove the
 * directories, is played by this test; how Cassandra does it is SnapshotIT's to show.
 */
class SnapshotLifeTest {
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    Path root;

    private Disk disk;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private long nanos = Long.MAX_VALUE - 5;
    private @Nullable RuntimeException takeFails;
    private @Nullable RuntimeException clearFails;
    private Supplier<List<Path>> dataDirectories = () -> disk.dataDirectories();
    private Runnable whileTaking = () -> {};
    private @Nullable String stays;

    /** 0: space is never low; 1: always. */
    private double lowSpace;

    private Trail trail;
    private AuditLog audit;

    private final List<String> cleared = new ArrayList<>();
    private final List<SnapshotOptions> options = new ArrayList<>();
    private ManualScheduler scheduler;
    private Snapshots snapshots;

    @BeforeEach
    void start() {
        disk = new Disk(root);
        disk.dataDirectories();
        trail = new Trail(root.resolve("audit.jsonl"));
        audit = trail.open();
        restart();
    }

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
        audit.close();
    }

    private void restart() {
        scheduler = new ManualScheduler();
        NodeCalls node = new NodeCalls(
                () -> Disk.identity("5.0.9", dataDirectories.get()),
                () -> List.of(
                        new KeyspaceSchema("shop", false, Map.of(), List.of("orders", "items"), List.of("by_day")),
                        new KeyspaceSchema("empty", false, Map.of(), List.of(), List.of())),
                this::declared,
                this::cassandraTakes,
                this::cassandraClears);
        snapshots = Snapshots.open(
                root.resolve("state"),
                node,
                new SstableCatalog(10),
                new LowSpace(lowSpace, Duration.ofMinutes(30)),
                new Snapshots.Surroundings(
                        new TestClock(),
                        () -> nanos,
                        () -> new UUID(7, 7),
                        scheduler,
                        scheduler,
                        KeyspacePolicy.of(List.of(), List.of("sec*")),
                        SnapshotQuotas.none(),
                        audit));
    }

    private ManagedSnapshot.Table declared(TableRef ref) {
        if (!List.of("shop", "bank", "system_auth").contains(ref.keyspace())) {
            throw new ProblemException(ProblemType.UNKNOWN_KEYSPACE, ref.keyspace());
        }
        return Disk.declared(ref);
    }

    private void cassandraTakes(String tag, List<TableName> tables, SnapshotOptions with) {
        options.add(with);
        tables.forEach(
                table -> Disk.complete(disk.snapshot(0, new TableRef(table.keyspace(), table.table()), Disk.ID, tag)));
        whileTaking.run();
        if (takeFails != null) {
            throw takeFails;
        }
    }

    private void cassandraClears(String tag, List<String> keyspaces) {
        if (clearFails != null) {
            throw clearFails;
        }
        assertThat(tag).isNotBlank();
        assertThat(keyspaces).isNotEmpty();
        cleared.add(tag);
        new SnapshotDirectories(disk::dataDirectories)
                .of(tag).stream()
                        .filter(directory -> keyspaces.contains(directory.keyspace()))
                        .filter(directory -> !directory.keyspace().equals(stays))
                        .forEach(directory -> delete(directory.path()));
    }

    private static void delete(Path tree) {
        try (Stream<Path> files = Files.walk(tree)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class TestClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    @Test
    void theEndOfALeaseClearsForWhomItWasAndTheRecordSaysSo() throws Exception {
        takeFor("t", "CN=peer");
        snapshots.leases().put("a", "t", HOUR, true, "CN=peer");
        restart();
        snapshots.leases().release("a", null, "CN=alice");
        assertEnd("CLEARED", "CN=peer", "CN=alice", "lease a released");
    }

    @Test
    void aLeaseThatExpiresIsRecordedWithItsHolder() throws Exception {
        takeFor("t", "CN=alice");
        snapshots.leases().put("a", "t", HOUR, true, "CN=peer");
        pass(HOUR);
        snapshots.reaper().tick();
        assertEnd("CLEARED", "CN=alice", "CN=peer", "lease a expired");
    }

    @Test
    void aSnapshotIsNotTakenWhereSomebodyElsesLeaseWouldClearIt() {
        snapshots.leases().put("a", "t", HOUR, true, "CN=peer");
        assertProblem(ProblemType.SNAPSHOT_LEASED, () -> takeFor("t", "CN=alice"));
        takeFor("t", "CN=peer");
        snapshots.leases().put("b", "u", HOUR, false, "CN=peer");
        takeFor("u", "CN=alice");
    }

    @Test
    void aSnapshotWhoseTimeIsOverIsRecordedWithWhoTookIt() throws Exception {
        snapshots.service().take(new SnapshotOrder("t", null, List.of(Disk.TABLE), HOUR, false, "CN=alice"));
        assertThat(snapshots.service().get("t").requestedBy()).isEqualTo("CN=alice");
        pass(HOUR);
        restart();
        snapshots.reaper().tick();
        assertEnd("CLEARED", "CN=alice", "", "time to live");
    }

    @Test
    void aDeletionThatCassandraCarriesOutLaterIsRecordedWithWhoAskedForIt() throws Exception {
        takeFor("t", "CN=alice");
        clearFails = new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "down");
        assertProblem(
                ProblemType.CASSANDRA_UNAVAILABLE, () -> snapshots.service().delete("t", false, "CN=bob"));
        assertThat(trail.all()).isEmpty();
        clearFails = null;
        restart();
        snapshots.reaper().tick();
        assertEnd("CLEARED", "CN=alice", "CN=bob", "deleted");
    }

    @Test
    void aSnapshotThatNodetoolClearedIsRecordedToo() throws Exception {
        takeFor("t", "CN=alice");
        cassandraClears("t", List.of(Disk.TABLE.keyspace()));
        snapshots.reaper().tick();
        assertEnd("REMOVED_OUTSIDE", "CN=alice", "", "");
    }

    @Test
    void metricsTellWhatEndsEachSnapshotAndSinceWhenALeaseIsNotRenewed() {
        try (PrometheusMetrics metrics = new PrometheusMetrics("test")) {
            snapshots.metrics().bindTo(metrics.registry());
            snapshots.metrics().sample();
            assertThat(metrics.scrape())
                    .contains("idaeus_snapshots{until=\"nothing\"} 0.0")
                    .contains("idaeus_snapshot_oldest_timestamp_seconds{until=\"nothing\"} NaN")
                    .contains("idaeus_lease_oldest_renewal_timestamp_seconds NaN");

            long began = now.getEpochSecond();
            takeFor("kept", "CN=alice");
            takeFor("leased", "CN=alice");
            snapshots.service().take(new SnapshotOrder("ends", null, List.of(Disk.TABLE), HOUR, false, "CN=alice"));
            Disk.complete(disk.snapshot(0, Disk.TABLE, Disk.ID, "nodetools"));
            snapshots.leases().put("a", "leased", HOUR, true, "CN=peer");
            pass(Duration.ofMinutes(40));
            snapshots.leases().put("b", "leased", HOUR, true, "CN=peer");
            snapshots.metrics().sample();

            assertThat(metrics.scrape())
                    .contains("idaeus_snapshots{until=\"nothing\"} 1.0")
                    .contains("idaeus_snapshots{until=\"lease\"} 1.0")
                    .contains("idaeus_snapshots{until=\"expiry\"} 1.0")
                    .contains("idaeus_snapshots{until=\"unmanaged\"} 1.0")
                    .contains("idaeus_leases 2.0")
                    .doesNotContain("idaeus_snapshot_bytes{until=\"nothing\"} 0.0");
            assertThat(value(metrics, "idaeus_snapshot_oldest_timestamp_seconds{until=\"nothing\"}"))
                    .isEqualTo(began);
            assertThat(value(metrics, "idaeus_lease_oldest_renewal_timestamp_seconds"))
                    .isEqualTo(began);
            assertThat(value(metrics, "idaeus_lease_expiry_timestamp_seconds")).isEqualTo(began + 3600);
        }
    }

    private static long value(PrometheusMetrics metrics, String series) {
        return metrics.scrape()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(series.length())))
                .findFirst()
                .orElseThrow();
    }

    private void takeFor(String tag, String by) {
        snapshots.service().take(new SnapshotOrder(tag, null, List.of(Disk.TABLE), null, false, by));
    }

    private void assertEnd(String result, String requestedBy, String clearedBy, String why) throws Exception {
        scheduler.runAll();
        List<JsonNode> ends = trail.await("snapshot.end");
        assertThat(ends).hasSize(1);
        assertThat(ends.get(0).path("result").asText()).isEqualTo(result);
        assertThat(ends.get(0).path("requestedBy").asText()).isEqualTo(requestedBy);
        assertThat(ends.get(0).at("/target/tag").asText()).isEqualTo("t");
        assertThat(ends.get(0).at("/target/clearedBy").asText()).isEqualTo(clearedBy);
        assertThat(ends.get(0).at("/target/why").asText()).contains(why);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        now = now.plus(time);
    }

    private SnapshotInfo take(@Nullable String tag) {
        return take(tag, null);
    }

    private SnapshotInfo take(@Nullable String tag, @Nullable Duration ttl) {
        return snapshots.service().take(new SnapshotOrder(tag, null, List.of(Disk.TABLE), ttl, false));
    }

    private List<String> tags() {
        return snapshots.service().list().stream().map(SnapshotInfo::tag).toList();
    }

    private static void assertProblem(ProblemType type, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                .isEqualTo(type));
    }

    @Test
    void aSnapshotIsTakenUnderAGeneratedTag() {
        SnapshotInfo info = take(null);

        assertThat(info.tag()).isEqualTo("idaeus-" + new UUID(7, 7));
        assertThat(info.managed()).isTrue();
        assertThat(info.tables()).containsExactly(Disk.TABLE);
        assertThat(info.createdAt()).isEqualTo(now);
        assertThat(snapshots.service().list()).containsExactly(info);
    }

    @Test
    void aKeyspaceMeansItsTablesAndViews() {
        SnapshotInfo info = snapshots.service().take(new SnapshotOrder("t", "shop", null, null, false));

        assertThat(info.tables()).extracting(TableRef::table).containsExactlyInAnyOrder("orders", "items", "by_day");
    }

    @Test
    void whatCannotBeTakenIsRefusedBeforeAnythingHappens() {
        SnapshotService service = snapshots.service();
        List<TableRef> one = List.of(Disk.TABLE);

        assertProblem(ProblemType.UNKNOWN_KEYSPACE, () -> service.take(order("nowhere", null)));
        assertProblem(ProblemType.UNKNOWN_KEYSPACE, () -> service.take(order(null, List.of(new TableRef("x", "y")))));
        assertProblem(ProblemType.UNPROCESSABLE, () -> service.take(order("empty", null)));
        assertProblem(ProblemType.UNPROCESSABLE, () -> service.take(order(null, null)));
        assertProblem(ProblemType.UNPROCESSABLE, () -> service.take(order(null, List.of())));
        assertProblem(ProblemType.UNPROCESSABLE, () -> service.take(order("shop", one)));
        assertProblem(
                ProblemType.UNPROCESSABLE,
                () -> service.take(order(null, List.of(new TableRef("system_auth", "roles")))));
        assertProblem(ProblemType.UNPROCESSABLE, () -> take("t", Duration.ofSeconds(59)));
        assertProblem(ProblemType.INVALID_TAG, () -> take(" "));
        assertThat(tags()).isEmpty();
        assertThat(options).isEmpty();
    }

    @Test
    void aKeyspaceThatIsDeniedIsNotTaken() {
        assertProblem(
                ProblemType.KEYSPACE_NOT_ALLOWED,
                () -> snapshots.service().take(order(null, List.of(new TableRef("secret", "accounts")))));
        assertThat(options).isEmpty();
    }

    private static SnapshotOrder order(@Nullable String keyspace, @Nullable List<TableRef> tables) {
        return new SnapshotOrder("t", keyspace, tables, null, false);
    }

    @Test
    void aTimeToLiveDoesNotFollowTheTimeOfDay() {
        take("t", HOUR);
        now = now.plus(Duration.ofDays(2));
        snapshots.reaper().tick();

        assertThat(tags()).containsExactly("t");
        assertThat(snapshots.service().get("t").expiresAt()).isEqualTo(now.plus(HOUR));
        now = now.minus(Duration.ofDays(400));
        nanos += HOUR.toNanos();
        snapshots.reaper().tick();
        assertThat(tags()).isEmpty();
    }

    @Test
    void aTimeToLiveIsNotLongerAfterTheTimeOfDayWasSetBackAndARestart() {
        take("t", HOUR);
        now = now.minus(Duration.ofDays(400));
        restart();

        assertThat(snapshots.service().get("t").expiresAt()).isEqualTo(now.plus(HOUR));
        pass(HOUR);
        snapshots.reaper().tick();
        assertThat(tags()).isEmpty();
    }

    @Test
    void theSearchForAnAbandonedSnapshotDoesNotFollowTheTimeOfDay() {
        takeFails = new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "no answer");
        assertProblem(ProblemType.CASSANDRA_UNAVAILABLE, () -> take("t"));
        now = now.plus(Duration.ofDays(2));
        scheduler.runAll();
        disk.snapshot(0, "t");

        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
    }

    @Test
    void aTagThatExistsIsRefusedWhoeverTookIt() {
        take("ours");
        disk.snapshot(1, "theirs");

        assertProblem(ProblemType.SNAPSHOT_EXISTS, () -> take("ours"));
        assertProblem(ProblemType.SNAPSHOT_EXISTS, () -> take("theirs"));
        assertThat(cleared).isEmpty();
    }

    @Test
    void aSnapshotWithoutLeaseAndTimeToLiveStays() {
        take("t");
        pass(Duration.ofDays(100));
        snapshots.reaper().tick();
        restart();
        snapshots.reaper().tick();

        assertThat(tags()).containsExactly("t");
    }

    @Test
    void aManagedSnapshotIsDeletedAndAnotherOneOnlyByForce() {
        take("ours");
        disk.snapshot(1, "theirs");
        restart();

        snapshots.service().delete("ours", false, null);
        assertProblem(
                ProblemType.SNAPSHOT_NOT_MANAGED, () -> snapshots.service().delete("theirs", false, null));
        assertThat(tags()).containsExactly("theirs");
        snapshots.service().delete("theirs", true, null);
        assertThat(tags()).isEmpty();
        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, () -> snapshots.service().delete("ours", true, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "..", "a/b"})
    void aBlankTagNeverReachesCassandra(String tag) {
        take("t");

        assertProblem(ProblemType.INVALID_TAG, () -> snapshots.service().delete(tag, true, null));
        assertProblem(ProblemType.INVALID_TAG, () -> snapshots.service().get(tag));
        assertThat(cleared).isEmpty();
    }

    @Test
    void aLeasedSnapshotIsDeletedOnlyByForce() {
        take("t");
        snapshots.leases().put("a", "t", HOUR, true, null);

        assertThatThrownBy(() -> snapshots.service().delete("t", false, null))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.SNAPSHOT_LEASED))
                .hasMessageContaining("by a;");
        snapshots.service().delete("t", true, null);
        assertThat(tags()).isEmpty();
    }

    @Test
    void theEndOfTheLastLeaseClears() {
        snapshots.leases().put("a", "t", HOUR, true, null);
        take("t");
        snapshots.leases().put("b", "t", HOUR, true, null);

        snapshots.leases().release("a", null, null);
        scheduler.runAll();
        assertThat(tags()).containsExactly("t");
        snapshots.leases().release("b", null, null);
        scheduler.runAll();
        assertThat(tags()).isEmpty();
        snapshots.leases().release("b", null, null);
    }

    @Test
    void aLeaseThatAsksForItLeavesTheSnapshot() {
        take("t");
        snapshots.leases().put("a", "t", HOUR, false, null);
        snapshots.leases().release("a", null, null);
        scheduler.runAll();

        assertThat(tags()).containsExactly("t");
    }

    @Test
    void oneLeaseThatAsksToClearIsEnough() {
        take("t");
        snapshots.leases().put("clears", "t", HOUR, true, null);
        snapshots.leases().put("leaves", "t", HOUR, false, null);
        snapshots.leases().release("clears", null, null);
        snapshots.leases().release("leaves", null, null);
        scheduler.runAll();

        assertThat(tags()).isEmpty();
    }

    @Test
    void aLeaseOnAForeignSnapshotClearsNothing() {
        disk.snapshot(0, "theirs");
        snapshots.leases().put("a", "theirs", HOUR, true, null);
        snapshots.leases().release("a", null, null);
        scheduler.runAll();

        assertThat(tags()).containsExactly("theirs");
    }

    @Test
    void aLeaseThatNobodyRenewsEndsEarlierWhereSpaceIsLow() {
        lowSpace = 1;
        restart();
        snapshots.leases().put("living", "wanted", HOUR, true, null);
        snapshots.leases().put("dead", "unwanted", HOUR, true, null);
        snapshots.leases().put("operator", "kept", HOUR, false, null);
        take("wanted");
        take("unwanted");
        take("kept");
        pass(Duration.ofMinutes(29));
        snapshots.leases().put("living", "wanted", HOUR, true, null);
        snapshots.reaper().tick();
        assertThat(tags()).containsExactlyInAnyOrder("wanted", "unwanted", "kept");

        pass(Duration.ofMinutes(2));
        snapshots.reaper().tick();
        assertThat(tags()).containsExactlyInAnyOrder("wanted", "kept");
        assertThat(snapshots.leases().list()).extracting(Lease::id).containsExactlyInAnyOrder("living", "operator");
    }

    @Test
    void aLeaseLastsWhereSpaceIsNotLow() {
        snapshots.leases().put("dead", "t", HOUR, true, null);
        take("t");
        pass(Duration.ofMinutes(59));
        snapshots.reaper().tick();

        assertThat(tags()).containsExactly("t");
    }

    @Test
    void aLeaseThatIsNotRenewedRunsOut() {
        snapshots.leases().put("a", "t", HOUR, true, null);
        take("t");
        pass(HOUR.minusSeconds(1));
        snapshots.reaper().tick();
        assertThat(tags()).containsExactly("t");
        snapshots.leases().put("a", "t", HOUR, true, null);
        pass(HOUR.minusSeconds(1));
        snapshots.reaper().tick();
        assertThat(tags()).containsExactly("t");
        pass(Duration.ofSeconds(1));
        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
        assertThat(snapshots.leases().list()).isEmpty();
    }

    @Test
    void aChangeOfTheTimeOfDayDoesNotEndALease() {
        snapshots.leases().put("a", "t", HOUR, true, null);
        take("t");
        now = now.plus(Duration.ofDays(1));
        snapshots.reaper().tick();

        assertThat(tags()).containsExactly("t");
        assertThat(snapshots.leases().list()).containsExactly(new Lease("a", "t", now.plus(HOUR), true, null));
    }

    @Test
    void aLeaseIsWholeAgainAfterARestart() {
        snapshots.leases().put("a", "t", HOUR, true, null);
        take("t");
        pass(HOUR.minusSeconds(1));
        restart();
        pass(HOUR.minusSeconds(1));
        snapshots.reaper().tick();
        assertThat(tags()).containsExactly("t");
        pass(Duration.ofSeconds(1));
        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
    }

    @Test
    void aReleaseThatWasFollowedByACrashIsCarriedOut() {
        snapshots.leases().put("a", "t", HOUR, true, null);
        take("t");
        snapshots.leases().release("a", null, null);
        restart();
        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
    }

    @Test
    void aLeaseIdBelongsToOneTag() {
        snapshots.leases().put("a", "t", HOUR, true, null);

        assertProblem(ProblemType.ILLEGAL_STATE, () -> snapshots.leases().put("a", "u", HOUR, true, null));
    }

    @Test
    void badLeasesAreRefused() {
        LeaseService leases = snapshots.leases();

        assertProblem(ProblemType.INVALID_REQUEST, () -> leases.put("../a", "t", HOUR, true, null));
        assertProblem(ProblemType.INVALID_REQUEST, () -> leases.put("", "t", HOUR, true, null));
        assertProblem(ProblemType.INVALID_TAG, () -> leases.put("a", "", HOUR, true, null));
        assertProblem(ProblemType.UNPROCESSABLE, () -> leases.put("a", "t", Duration.ZERO, true, null));
        assertProblem(ProblemType.UNPROCESSABLE, () -> leases.put("a", "t", Duration.ofDays(31), true, null));
        assertProblem(
                ProblemType.UNPROCESSABLE, () -> leases.put("a", "t", Duration.ofSeconds(Long.MAX_VALUE), true, null));
        assertProblem(ProblemType.INVALID_REQUEST, () -> leases.release("a/b", null, null));
    }

    @Test
    void clearingGoesOnUntilCassandraAnswersAlsoAfterARestart() {
        snapshots.leases().put("a", "t", HOUR, true, null);
        take("t");
        clearFails = new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "down");
        snapshots.leases().release("a", null, null);
        scheduler.runAll();
        restart();
        snapshots.reaper().tick();
        assertThat(tags()).containsExactly("t");
        clearFails = null;
        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
    }

    @Test
    void aCassandraThatIsAwayIsLoggedOnceUntilItIsBack() {
        Logger logger = (Logger) LoggerFactory.getLogger(SnapshotReaper.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        try {
            for (String tag : List.of("first", "second")) {
                snapshots.leases().put(tag, tag, HOUR, true, null);
                take(tag);
                clearFails = new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "down");
                snapshots.leases().release(tag, null, null);
                snapshots.reaper().tick();
                snapshots.reaper().tick();
                clearFails = null;
                snapshots.reaper().tick();
            }
        } finally {
            logger.detachAppender(log);
        }

        assertThat(log.list.stream().filter(event -> event.getLevel() == Level.WARN))
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly(
                        "snapshot first: not cleared; retrying: down", "snapshot second: not cleared; retrying: down");
    }

    @Test
    void aSnapshotOnItsWayOutCannotBeLeased() {
        take("t");
        clearFails = new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "down");
        assertProblem(
                ProblemType.CASSANDRA_UNAVAILABLE, () -> snapshots.service().delete("t", false, null));

        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, () -> snapshots.leases().put("a", "t", HOUR, true, null));
    }

    @Test
    void aSnapshotWhoseLeaseEndedWhileItWasTakenIsCleared() {
        snapshots.leases().put("a", "t", HOUR, true, null);
        whileTaking = () -> {
            snapshots.leases().release("a", null, null);
            scheduler.runAll();
            assertThat(tags()).containsExactly("t");
        };
        take("t");
        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
    }

    @Test
    void aSnapshotThatIsBeingTakenIsNotDeleted() {
        whileTaking = () -> {
            assertProblem(ProblemType.ILLEGAL_STATE, () -> snapshots.service().delete("t", true, null));
            assertProblem(ProblemType.SNAPSHOT_EXISTS, () -> take("t"));
        };
        take("t");

        assertThat(tags()).containsExactly("t");
    }

    @ParameterizedTest
    @EnumSource(names = {"CASSANDRA_UNAVAILABLE", "CASSANDRA_REFUSED"})
    void whatCassandraMayHaveTakenWithoutAnAnswerIsCleared(ProblemType failure) {
        takeFails = new ProblemException(failure, "no answer");
        assertProblem(failure, () -> take("t"));
        scheduler.runAll();

        assertThat(tags()).isEmpty();
        assertThat(cleared).containsExactly("t");
    }

    @Test
    void whatCassandraTakesAfterAllIsClearedToo() {
        takeFails = new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "no answer");
        assertProblem(ProblemType.CASSANDRA_UNAVAILABLE, () -> take("t"));
        scheduler.runAll();
        disk.snapshot(0, "t");
        snapshots.reaper().tick();
        assertThat(tags()).isEmpty();
        pass(SnapshotReaper.ABANDONED_FOR.plusSeconds(1));
        snapshots.reaper().tick();
        disk.snapshot(0, "t");
        snapshots.reaper().tick();

        assertThat(tags()).as("long after, it is somebody else's").containsExactly("t");
    }

    @Test
    void aTagThatWasAbandonedCanBeTakenAgainAtOnce() {
        takeFails = new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "no answer");
        assertProblem(ProblemType.CASSANDRA_UNAVAILABLE, () -> take("t"));
        takeFails = null;

        assertThat(take("t").managed()).isTrue();
        scheduler.runAll();
        assertThat(tags()).containsExactly("t");
    }

    @Test
    void aSnapshotThatACrashCutOffIsClearedAfterTheRestart() {
        snapshots.leases().put("a", "t", HOUR, true, null);
        whileTaking = () -> {
            restart();
            throw new IllegalStateException("the process dies");
        };
        assertThatThrownBy(() -> take("t")).isInstanceOf(IllegalStateException.class);
        assertThat(tags()).containsExactly("t");
        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
        assertThat(snapshots.leases().list()).extracting(Lease::id).containsExactly("a");
    }

    @Test
    void aSnapshotThatSomebodyElseTookMeanwhileIsNotCleared() {
        takeFails = new ProblemException(ProblemType.SNAPSHOT_EXISTS, "exists");
        assertProblem(ProblemType.SNAPSHOT_EXISTS, () -> take("t"));
        snapshots.reaper().tick();

        assertThat(cleared).isEmpty();
        assertThat(snapshots.service().get("t").managed()).isFalse();
    }

    @Test
    void theRecordOfASnapshotRemovedOutsideTheSidecarIsDropped() {
        take("t");
        cassandraClears("t", List.of("shop"));
        snapshots.reaper().tick();
        disk.snapshot(0, "t");

        assertThat(snapshots.service().get("t").managed()).isFalse();
    }

    @Test
    void noRecordIsDroppedWhileADataDirectoryIsNotMounted() throws IOException {
        take("t");
        List<Path> mounted = disk.dataDirectories();
        dataDirectories = () -> List.of(mounted.get(1), root.resolve("unmounted"));
        snapshots.reaper().tick();
        dataDirectories = () -> mounted;

        assertThat(snapshots.service().get("t").managed()).isTrue();
    }

    @Test
    void aSnapshotGoesAtTheEndOfItsTimeToLive() {
        assertThat(take("t", HOUR).expiresAt()).isEqualTo(now.plus(HOUR));
        pass(HOUR.minusSeconds(1));
        snapshots.reaper().tick();
        assertThat(tags()).containsExactly("t");
        pass(Duration.ofSeconds(1));
        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
    }

    @Test
    void aLeaseOutlivesTheTimeToLive() {
        take("t", HOUR);
        snapshots.leases().put("a", "t", HOUR.plusSeconds(1), false, null);
        pass(HOUR);
        snapshots.reaper().tick();
        assertThat(tags()).containsExactly("t");
        snapshots.leases().release("a", null, null);
        scheduler.runAll();

        assertThat(tags()).isEmpty();
    }

    @Test
    void aLeaseEndsWhenCassandraItselfClearsTheSnapshot() {
        Disk.completeUntil(disk.snapshot(0, "theirs"), now.plus(HOUR));

        assertThat(snapshots
                        .leases()
                        .put("short", "theirs", HOUR.minusSeconds(1), false, null)
                        .expiresAt())
                .isEqualTo(now.plus(HOUR).minusSeconds(1));
        assertThat(snapshots
                        .leases()
                        .put("long", "theirs", HOUR.plusSeconds(1), false, null)
                        .expiresAt())
                .isEqualTo(now.plus(HOUR));
        pass(HOUR);
        snapshots.reaper().tick();
        assertThat(snapshots.leases().list()).isEmpty();
        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, () -> snapshots.leases().put("late", "theirs", HOUR, false, null));
    }

    @Test
    void aLeaseIsGivenWhileCassandraIsAway() {
        dataDirectories = () -> {
            throw new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "down");
        };
        restart();

        assertThat(snapshots.leases().put("a", "t", HOUR, false, null).expiresAt())
                .isEqualTo(now.plus(HOUR));
    }

    @Test
    void nothingButTheSnapshotIsAskedOfCassandraOnceItIsRecorded() {
        AtomicInteger asked = new AtomicInteger();
        dataDirectories = () -> {
            if (asked.getAndIncrement() > 0) {
                throw new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "down");
            }
            return disk.dataDirectories();
        };
        restart();

        assertThat(take("t", HOUR).managed()).isTrue();
    }

    @Test
    void aSnapshotOfSeveralKeyspacesIsClearedInEach() {
        takeInShopAndBank();
        snapshots.service().delete("t", false, null);

        assertThat(tags()).isEmpty();
    }

    @Test
    void theRecordOfASnapshotIsDroppedOnlyWhenNothingIsLeftOfIt() {
        takeInShopAndBank();
        stays = "bank";
        assertThatThrownBy(() -> snapshots.service().delete("t", false, null))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.CASSANDRA_REFUSED))
                .hasMessageContaining(disk.table(0, "bank", "orders", Disk.ID).toString());
        snapshots.reaper().tick();
        assertThat(snapshots.service().get("t").managed()).isTrue();
        assertThat(snapshots.service().get("t").tables()).containsExactly(new TableRef("bank", "orders"));
        stays = null;
        snapshots.reaper().tick();

        assertThat(tags()).isEmpty();
    }

    @Test
    void whatSomebodyElseTookElsewhereUnderTheTagIsLeftToThem() {
        take("t");
        disk.snapshot(0, new TableRef("bank", "orders"), Disk.ID, "t");
        snapshots.service().delete("t", false, null);

        assertThat(snapshots.service().get("t").managed()).isFalse();
        assertThat(snapshots.service().get("t").tables()).containsExactly(new TableRef("bank", "orders"));
    }

    private void takeInShopAndBank() {
        snapshots
                .service()
                .take(new SnapshotOrder("t", null, List.of(Disk.TABLE, new TableRef("bank", "orders")), null, false));
    }

    @Test
    void aForeignSnapshotOfAnyNameCanBeLeased() {
        for (String tag : List.of("odd+tag", "a..b", "x".repeat(150))) {
            disk.snapshot(0, tag);

            assertThat(snapshots
                            .leases()
                            .put("a-" + tag.length(), tag, HOUR, false, null)
                            .tag())
                    .isEqualTo(tag);
        }
    }
}
