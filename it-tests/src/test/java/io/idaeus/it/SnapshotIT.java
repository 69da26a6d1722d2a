/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.it.harness.Profile;
import io.idaeus.it.harness.SharedNodes;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.tiers.EachVersion;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.SnapshotDetails;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.snapshot.LowSpace;
import io.idaeus.sidecar.snapshot.SnapshotOrder;
import io.idaeus.sidecar.snapshot.Snapshots;
import io.idaeus.sidecar.snapshot.content.SnapshotFile;
import io.idaeus.sidecar.snapshot.content.SnapshotQuotas;
import io.idaeus.sidecar.sstable.SstableCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of a real node with two data directories, on every version. */
@Tag("core")
@EachVersion
class SnapshotIT {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final AtomicLong NUMBER = new AtomicLong();

    @RegisterExtension
    static final SharedNodes nodes = SharedNodes.one(Profile.TWO_DISKS);

    private static CassandraNode node;
    private static CassandraDoor door;

    private final CassandraVersion version = CassandraVersion.selected();

    @TempDir
    Path state;

    private final AtomicLong nanos = new AtomicLong();
    private final TableRef table = new TableRef("ks", "t" + NUMBER.incrementAndGet());
    private final String tag = "tag-" + NUMBER.get();
    private ScheduledExecutorService reaper;
    private ExecutorService builders;
    private Snapshots snapshots;

    @BeforeAll
    static void start() {
        node = nodes.first();
        door = new CassandraDoor(Doors.settings(node));
        node.cql().createKeyspace("ks", 1);
    }

    @AfterAll
    static void stop() {
        door.close();
    }

    @BeforeEach
    void open() {
        startSidecar();
        node.cql().execute("CREATE TABLE " + name() + " (id int PRIMARY KEY, v text, w text)");
    }

    @AfterEach
    void close() {
        stopSidecar();
    }

    private void startSidecar() {
        reaper = Executors.newSingleThreadScheduledExecutor();
        builders = Executors.newFixedThreadPool(2);
        snapshots = Snapshots.open(
                state,
                door,
                new SstableCatalog(1000),
                new LowSpace(0, Duration.ofMinutes(30)),
                new Snapshots.Surroundings(
                        Clock.systemUTC(),
                        nanos::get,
                        UUID::randomUUID,
                        reaper,
                        builders,
                        KeyspacePolicy.allUsers(),
                        SnapshotQuotas.none(),
                        AuditLog.none()));
    }

    private void stopSidecar() {
        reaper.shutdownNow();
        builders.shutdownNow();
    }

    private String name() {
        return table.keyspace() + "." + table.table();
    }

    private void write(int from, int to) {
        for (int id = from; id < to; id++) {
            node.cql().execute("INSERT INTO " + name() + " (id, v, w) VALUES (?, ?, ?)", id, "v" + id, "w");
        }
    }

    private void writeAndFlush(int from, int to) {
        write(from, to);
        node.flush(table.keyspace(), table.table());
    }

    private SnapshotInfo take() {
        return take(null, false);
    }

    private SnapshotInfo take(@Nullable Duration ttl, boolean skipFlush) {
        return snapshots.service().take(new SnapshotOrder(tag, null, List.of(table), ttl, skipFlush));
    }

    private List<String> listedByCassandra() {
        return door.snapshots().list().stream().map(SnapshotDetails::tag).toList();
    }

    private Manifest manifest() {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> snapshots.manifests().manifest(tag, table, TokenRanges.fullRing(), 1000, null),
                        manifest -> manifest.state() == Manifest.State.READY);
    }

    /** The snapshot's SSTable files in both data directories. */
    private Map<String, Path> files() throws IOException {
        Map<String, Path> files = new TreeMap<>();
        for (Path directory : node.tableDirectories(table.keyspace(), table.table())) {
            Path snapshot = directory.resolve("snapshots").resolve(tag);
            if (Files.isDirectory(snapshot)) {
                try (Stream<Path> entries = Files.list(snapshot)) {
                    entries.filter(Files::isRegularFile)
                            .filter(file -> !file.endsWith("manifest.json") && !file.endsWith("schema.cql"))
                            .forEach(file -> files.put(file.getFileName().toString(), file));
                }
            }
        }
        return files;
    }

    private static String crc32(byte[] bytes) {
        CRC32 crc32 = new CRC32();
        crc32.update(bytes);
        return String.format("%08x", crc32.getValue());
    }

    private static void assertProblem(ProblemType type, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                .isEqualTo(type));
    }

    @Test
    void takesListsAndDeletes() {
        write(0, 100);
        SnapshotInfo info = take();

        assertThat(info.managed()).isTrue();
        assertThat(info.tables()).containsExactly(table);
        assertThat(info.bytes()).isPositive();
        assertThat(info.createdAt()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        assertThat(snapshots.service().list()).contains(info);
        assertThat(listedByCassandra()).contains(tag);
        assertProblem(ProblemType.SNAPSHOT_EXISTS, this::take);

        snapshots.service().delete(tag, false, null);
        assertThat(listedByCassandra()).doesNotContain(tag);
        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, () -> snapshots.service().get(tag));
    }

    @Test
    void takesAKeyspace() {
        SnapshotInfo info = snapshots.service().take(new SnapshotOrder(null, "ks", null, null, false));

        assertThat(info.tag()).startsWith("idaeus-");
        assertThat(info.tables()).contains(table);
        snapshots.service().delete(info.tag(), false, null);
    }

    @Test
    void skipsTheFlushWhenAsked() {
        write(0, 10);
        take(null, true);

        assertThat(manifest().sstables()).isEmpty();
    }

    /** From 4.1 on Cassandra's own snapshots do not wait for a flush that is under way, and lack its rows. */
    @Test
    void eachOfSeveralSnapshotsAtATimeHasWhatWasWrittenBefore() throws Exception {
        String text = randomText(200_000);
        for (int id = 0; id < 100; id++) {
            node.cql().execute("INSERT INTO " + name() + " (id, v, w) VALUES (?, ?, 'w')", id, text);
        }
        List<String> tags = IntStream.range(0, 4).mapToObj(i -> tag + "-" + i).toList();
        ExecutorService callers = Executors.newFixedThreadPool(tags.size());
        try {
            List<Callable<SnapshotInfo>> calls = tags.stream()
                    .<Callable<SnapshotInfo>>map(one ->
                            () -> snapshots.service().take(new SnapshotOrder(one, null, List.of(table), null, false)))
                    .toList();
            for (Future<SnapshotInfo> taken : callers.invokeAll(calls)) {
                assertThat(taken.get().bytes()).as(taken.get().tag()).isGreaterThan(10_000_000);
            }
        } finally {
            callers.shutdownNow();
        }
        tags.forEach(one -> snapshots.service().delete(one, false, null));
    }

    private static String randomText(int length) {
        return new Random(1)
                .ints(length, '!', '~')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void refusesWhatDoesNotExist() {
        assertProblem(ProblemType.UNKNOWN_TABLE, () -> snapshots
                .service()
                .take(new SnapshotOrder(tag, null, List.of(table, new TableRef("ks", "nothing")), null, false)));
        assertProblem(
                ProblemType.UNKNOWN_KEYSPACE,
                () -> snapshots.service().take(new SnapshotOrder(tag, "nothing", null, null, false)));
        assertThat(listedByCassandra()).doesNotContain(tag);
    }

    @Test
    void theTrueSizeIsWhatCompactionLeftToTheSnapshot() throws IOException {
        writeAndFlush(0, 500);
        SnapshotInfo fresh = take();
        writeAndFlush(500, 1000);
        node.compact(table.keyspace(), table.table());

        SnapshotInfo compacted = await().atMost(Duration.ofSeconds(30))
                .until(() -> snapshots.service().get(tag), info -> info.trueBytes() == info.bytes());
        assertThat(fresh.trueBytes()).as("its own manifest.json and schema.cql").isLessThan(fresh.bytes() / 2);
        assertThat(compacted.bytes()).isEqualTo(fresh.bytes());
        long files = 0;
        for (Path file : files().values()) {
            files += Files.size(file);
        }
        assertThat(compacted.bytes()).isBetween(files, files + 20_000);
    }

    @Test
    void clearsAForeignSnapshotOnlyByForce() {
        node.nodetool("snapshot", "-t", tag, "-cf", table.table(), table.keyspace())
                .orThrow();

        assertThat(snapshots.service().get(tag).managed()).isFalse();
        assertThat(snapshots.service().get(tag).createdAt()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        assertProblem(ProblemType.SNAPSHOT_EXISTS, this::take);
        assertProblem(
                ProblemType.SNAPSHOT_NOT_MANAGED, () -> snapshots.service().delete(tag, false, null));
        snapshots.service().delete(tag, true, null);
        assertThat(listedByCassandra()).doesNotContain(tag);
    }

    @Test
    void theSidecarEnforcesTheTimeToLiveOfASnapshot() {
        SnapshotInfo info = take(HOUR, false);

        assertThat(info.expiresAt()).isCloseTo(Instant.now().plus(HOUR), within(1, ChronoUnit.MINUTES));
        assertThat(door.snapshots().list())
                .filteredOn(one -> one.tag().equals(tag))
                .singleElement()
                .satisfies(one -> assertThat(one.expiresAt()).isNull());
    }

    @Test
    void aLeaseOnASnapshotThatCassandraClearsItselfEndsWithIt() {
        assumeTrue(version != CassandraVersion.V4_0, "not on Cassandra " + version);
        node.nodetool("snapshot", "--ttl", "2h", "-t", tag, "-cf", table.table(), table.keyspace())
                .orThrow();
        Instant end = snapshots.service().get(tag).expiresAt();

        assertThat(end).isCloseTo(Instant.now().plus(HOUR.multipliedBy(2)), within(1, ChronoUnit.MINUTES));
        assertThat(snapshots
                        .leases()
                        .put("job", tag, HOUR.multipliedBy(3), true, null)
                        .expiresAt())
                .isCloseTo(end, within(1, ChronoUnit.SECONDS));
        snapshots.service().delete(tag, true, null);
    }

    @Test
    void aSnapshotIsClearedAlsoWhereItsKeyspaceWasDropped() throws IOException {
        node.cql().createKeyspace("dropped", 1);
        node.cql().createKeyspace("\"Kept\"", 1);
        node.cql().execute("CREATE TABLE dropped.t (id int PRIMARY KEY)");
        node.cql().execute("CREATE TABLE \"Kept\".\"MyTable\" (id int PRIMARY KEY)");
        node.cql().execute("INSERT INTO dropped.t (id) VALUES (1)");
        List<TableRef> tables = List.of(new TableRef("dropped", "t"), new TableRef("Kept", "MyTable"));
        snapshots.service().take(new SnapshotOrder(tag, null, tables, null, false));
        node.cql().execute("DROP KEYSPACE dropped");
        assertThat(snapshots.service().get(tag).tables()).containsExactlyInAnyOrderElementsOf(tables);

        snapshots.service().delete(tag, false, null);
        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, () -> snapshots.service().get(tag));
        assertThat(listedByCassandra()).doesNotContain(tag);
        node.cql().execute("DROP KEYSPACE \"Kept\"");
    }

    @Test
    void whatIsNoTableOrSnapshotIsPassedOver() throws IOException {
        writeAndFlush(0, 10);
        Path own = node.tableDirectories(table.keyspace(), table.table()).get(0);
        List<Path> odd = new ArrayList<>();
        try {
            Path beside = Files.createDirectories(own.resolve("snapshots"));
            for (Path parent : List.of(own.getParent().getParent(), own.getParent(), beside)) {
                Path itself = parent.resolve("itself");
                odd.add(Files.createSymbolicLink(itself, itself));
                odd.add(Files.createSymbolicLink(parent.resolve("nowhere"), Path.of("/nowhere")));
                odd.add(Files.createDirectory(parent.resolve("lost+found")));
                odd.add(Files.createFile(parent.resolve("notes.txt")));
            }
            take();
            assertThat(snapshots.service().list()).extracting(SnapshotInfo::tag).contains(tag);
            assertThat(manifest().sstables()).isNotEmpty();
            assertThat(listedByCassandra()).contains(tag);
            snapshots.service().delete(tag, false, null);
        } finally {
            for (Path each : odd) {
                Files.delete(each);
            }
        }
        assertThat(listedByCassandra()).doesNotContain(tag);
        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, () -> snapshots.service().get(tag));
    }

    @Test
    void theEndOfTheLeaseClears() {
        snapshots.leases().put("job", tag, HOUR, true, null);
        take();
        assertProblem(ProblemType.SNAPSHOT_LEASED, () -> snapshots.service().delete(tag, false, null));
        nanos.addAndGet(HOUR.toNanos() - 1);
        snapshots.reaper().tick();
        assertThat(listedByCassandra()).contains(tag);
        nanos.incrementAndGet();
        snapshots.reaper().tick();

        assertThat(listedByCassandra()).doesNotContain(tag);
        assertThat(snapshots.leases().list()).isEmpty();
    }

    @Test
    void aReleaseClearsSoon() {
        snapshots.leases().put("job", tag, HOUR, true, null);
        take();
        snapshots.leases().release("job", null, null);

        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(snapshots.service().list())
                        .noneSatisfy(info -> assertThat(info.tag()).isEqualTo(tag)));
    }

    @Test
    void aRestartedSidecarClearsWhatItsLeaseKeptAndKeepsTheRest() {
        snapshots.leases().put("job", tag, HOUR, true, null);
        take();
        snapshots.service().take(new SnapshotOrder(tag + "-kept", null, List.of(table), null, false));
        stopSidecar();
        startSidecar();
        snapshots.reaper().tick();
        assertThat(listedByCassandra()).contains(tag);
        nanos.addAndGet(HOUR.toNanos());
        snapshots.reaper().tick();

        assertThat(listedByCassandra()).doesNotContain(tag).contains(tag + "-kept");
    }

    @Test
    void theManifestHoldsTheChecksumOfEveryFileOverAllDataDirectories() throws IOException {
        for (int i = 0; i < 3; i++) {
            writeAndFlush(i * 200, (i + 1) * 200);
        }
        take();
        Manifest manifest = manifest();
        Map<String, Path> files = files();

        assertThat(files.values().stream().map(Path::getParent).distinct())
                .as("both data directories")
                .hasSize(2);
        assertThat(manifest.cassandraVersion()).isEqualTo(version.release());
        assertThat(manifest.hostId()).isEqualTo(door.node().identity().hostId().toString());
        assertThat(manifest.createStatement()).contains("CREATE TABLE").contains(table.table());
        assertThat(manifest.createdAt()).isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES));
        assertThat(manifest.definition().columns()).extracting("name").containsExactly("id", "v", "w");
        for (ManifestSstable sstable : manifest.sstables()) {
            String name = sstable.sstable().name();
            assertThat(sstable.sstable().problem()).isNull();
            for (ManifestComponent component : sstable.components()) {
                Path file = files.remove(name + "-" + component.name());
                assertThat(file).as(name + "-" + component.name()).isNotNull();
                assertThat(component.crc32()).as(file.toString()).isEqualTo(crc32(Files.readAllBytes(file)));
                assertThat(component.bytes()).isEqualTo(Files.size(file));
                assertThat(component.checksumOrigin() == ChecksumOrigin.CASSANDRA)
                        .isEqualTo(component.name().equals("Data.db"));
                assertThat(snapshots.manifests().find(tag, "ks", table.table(), name, component.name()))
                        .map(SnapshotFile::path)
                        .contains(file.toRealPath());
            }
        }
        assertThat(files).isEmpty();
    }

    @Test
    void legacyIndexesDoNotTravel() throws IOException {
        node.cql().execute("CREATE INDEX ON " + name() + " (v)");
        write(0, 50);
        take();

        assertThat(manifest().sstables())
                .hasSize((int) files().keySet().stream()
                        .filter(f -> f.endsWith("-Data.db"))
                        .count())
                .allSatisfy(sstable -> assertThat(sstable.sstable().problem()).isNull());
    }

    // Creating the index rewrites TOC.txt in place, through the snapshot's hard link.
    @Test
    void anIndexCreatedAfterTheSnapshotDoesNotInvalidateIt() throws IOException {
        assumeTrue(version.compareTo(CassandraVersion.V5_0) >= 0, "not on Cassandra " + version);
        write(0, 50);
        take();
        Manifest before = manifest();
        Map<String, String> tocsBefore = tocs(files());
        node.cql().execute("CREATE INDEX ON " + name() + " (w) USING 'sai'");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> tocs(files()), tocs -> tocs.values().stream().anyMatch(toc -> toc.contains("SAI")));

        assertThat(manifest().sstables()).isEqualTo(before.sstables());
        for (ManifestSstable sstable : before.sstables()) {
            ManifestComponent toc = sstable.components().stream()
                    .filter(component -> component.name().equals("TOC.txt"))
                    .findFirst()
                    .orElseThrow();
            assertThat(new String(Base64.getDecoder().decode(toc.content()), StandardCharsets.UTF_8))
                    .isEqualTo(tocsBefore.get(sstable.sstable().name()));
        }
        stopSidecar();
        try (Stream<Path> manifests = Files.list(state.resolve("manifests"))) {
            manifests.forEach(SnapshotIT::delete);
        }
        startSidecar();
        assertThat(manifest().sstables())
                .as("a manifest made after the index")
                .hasSameSizeAs(before.sstables())
                .allSatisfy(sstable -> assertThat(sstable.sstable().problem()).isNull());
    }

    private static Map<String, String> tocs(Map<String, Path> files) throws IOException {
        Map<String, String> tocs = new TreeMap<>();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            if (file.getKey().endsWith("-TOC.txt")) {
                tocs.put(file.getKey().replace("-TOC.txt", ""), Files.readString(file.getValue()));
            }
        }
        return tocs;
    }

    private static void delete(Path file) {
        assertThat(file.toFile().delete()).isTrue();
    }

    @Test
    void aTableThatWasCreatedAgainIsTakenUnderItsNewId() {
        write(0, 10);
        take();
        String firstId = manifest().tableId();
        node.cql().execute("DROP TABLE " + name());
        node.cql().execute("CREATE TABLE " + name() + " (id int PRIMARY KEY)");

        assertThat(manifest().tableId()).isEqualTo(firstId);
        assertThat(manifest().definition().columns()).as("as it was then").hasSize(3);
        assertProblem(ProblemType.SNAPSHOT_EXISTS, this::take);
    }

    @Test
    void withoutCassandraFilesAreStillServedAndClearingWaits() {
        assumeTrue(version == CassandraVersion.V5_0, "not on Cassandra " + version);
        write(0, 10);
        snapshots.leases().put("job", tag, HOUR, true, null);
        take();
        String sstable = manifest().sstables().get(0).sstable().name();
        node.stop();

        assertProblem(
                ProblemType.CASSANDRA_UNAVAILABLE,
                () -> snapshots.service().take(new SnapshotOrder(tag + "-late", null, List.of(table), null, false)));
        assertThat(snapshots.service().get(tag).leases()).containsExactly("job");
        assertThat(snapshots.manifests().find(tag, "ks", table.table(), sstable, "Data.db"))
                .isPresent();
        nanos.addAndGet(HOUR.toNanos());
        snapshots.reaper().tick();
        assertThat(snapshots.service().list()).extracting(SnapshotInfo::tag).contains(tag);
        node.start();
        snapshots.reaper().tick();

        assertThat(listedByCassandra()).doesNotContain(tag);
    }
}
