/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.sstable.Overlap;
import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.disk.NamedPipe;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.snapshot.LowSpace;
import io.idaeus.sidecar.snapshot.ManualScheduler;
import io.idaeus.sidecar.snapshot.NodeCalls;
import io.idaeus.sidecar.snapshot.SnapshotOrder;
import io.idaeus.sidecar.snapshot.SnapshotTable;
import io.idaeus.sidecar.snapshot.Snapshots;
import io.idaeus.sidecar.snapshot.content.Disk;
import io.idaeus.sidecar.snapshot.content.ManagedSnapshot;
import io.idaeus.sidecar.snapshot.content.SnapshotFile;
import io.idaeus.sidecar.snapshot.content.SnapshotQuotas;
import io.idaeus.sidecar.sstable.SstableCatalog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Manifests of SSTables that Cassandra wrote. */
class ManifestServiceTest {
    private static final Path REAL = Path.of("src/test/resources/sstables/nb");
    private static final TokenRanges ALL = TokenRanges.fullRing();

    @TempDir
    Path root;

    private Disk disk;
    private Path snapshot;
    private Path second;
    private ManualScheduler threads;
    private Snapshots snapshots;

    private Function<TableRef, ManagedSnapshot.Table> declared = Disk::declared;
    private KeyspacePolicy policy = KeyspacePolicy.allUsers();
    private SnapshotQuotas quotas = SnapshotQuotas.none();

    @BeforeEach
    void putTwoSstablesIntoTwoDataDirectories() {
        disk = new Disk(root);
        snapshot = disk.snapshot(0, "t");
        second = disk.snapshot(1, "t");
        copy("nb-1-big", snapshot);
        copy("nb-8-big", second);
        Disk.complete(second, "nb-1-big-Data.db", "nb-8-big-Data.db");
        restart();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private void restart() {
        threads = new ManualScheduler();
        snapshots = Snapshots.open(
                root.resolve("state"),
                new NodeCalls(
                        () -> Disk.identity("5.0.9", disk.dataDirectories()),
                        List::of,
                        table -> declared.apply(table),
                        (tag, tables, options) -> copy("nb-1-big", disk.snapshot(0, tag)),
                        (tag, keyspaces) -> {}),
                new SstableCatalog(100),
                new LowSpace(0, Duration.ofMinutes(30)),
                new Snapshots.Surroundings(
                        Clock.systemUTC(),
                        System::nanoTime,
                        UUID::randomUUID,
                        threads,
                        threads,
                        policy,
                        quotas,
                        AuditLog.none()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"system_auth", "system", "system_schema", "system_metrics"})
    void noManifestListsAKeyspaceOfCassandra(String keyspace) {
        TableRef roles = new TableRef(keyspace, "roles");
        Disk.complete(disk.snapshot(0, roles, Disk.ID, "by-nodetool"));

        assertThatThrownBy(() -> snapshots.manifests().manifest("by-nodetool", roles, ALL, 1000, null))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.KEYSPACE_NOT_ALLOWED))
                .hasMessageContainingAll(keyspace, "expected");
    }

    @Test
    void aKeyspaceThatIsDeniedLaterIsNeitherListedNorServedAnyMore() {
        ready();
        assertThat(find("nb-1-big", "Data.db")).isPresent();

        policy = KeyspacePolicy.of(List.of("s*"), List.of("shop"));
        restart();

        assertThat(find("nb-1-big", "Data.db")).isEmpty();
        assertThatThrownBy(this::manifest)
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.KEYSPACE_NOT_ALLOWED))
                .hasMessageContainingAll("shop", "keyspaces.deny");
    }

    private static void copy(String sstable, Path into) {
        for (Path file : files(REAL, sstable)) {
            try {
                Files.copy(file, into.resolve(file.getFileName()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static List<Path> files(Path directory, String sstable) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(sstable + "-"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Crc32 crc32(Path file) throws IOException {
        return Crc32.of(Files.readAllBytes(file));
    }

    private Manifest manifest() {
        return manifest(ALL, 1000, null);
    }

    private Manifest manifest(TokenRanges ranges, int limit, @Nullable String after) {
        return snapshots.manifests().manifest("t", Disk.TABLE, ranges, limit, after);
    }

    private Manifest ready() {
        manifest();
        threads.runAll();
        Manifest manifest = manifest();
        assertThat(manifest.state()).isEqualTo(Manifest.State.READY);
        return manifest;
    }

    private Optional<SnapshotFile> find(String sstable, String component) {
        return snapshots.manifests().find("t", "shop", "orders", sstable, component);
    }

    private static ManifestComponent component(Manifest manifest, String sstable, String component) {
        return sstable(manifest, sstable).components().stream()
                .filter(one -> one.name().equals(component))
                .findFirst()
                .orElseThrow();
    }

    private static ManifestSstable sstable(Manifest manifest, String name) {
        return manifest.sstables().stream()
                .filter(one -> one.sstable().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertProblem(ProblemType type, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.type())
                .isEqualTo(type));
    }

    @Test
    void aManifestIsBuildingUntilItIsReady() {
        Manifest building = manifest();
        assertThat(building.state()).isEqualTo(Manifest.State.BUILDING);
        assertThat(building.sstables()).isEmpty();
        assertThat(find("nb-1-big", "Data.db")).isEmpty();

        Manifest ready = ready();
        assertThat(ready.tableId()).isEqualTo("01234567-89ab-cdef-0123-456789abcdef");
        assertThat(ready.hostId()).isEqualTo(new UUID(1, 2).toString());
        assertThat(ready.definition()).isEqualTo(Disk.DEFINITION);
        assertThat(ready.bytesHashed()).isEqualTo(ready.bytesToHash()).isPositive();
        assertThat(ready.next()).isNull();
    }

    @Test
    void soManyManifestsAreBuiltOrWaitAndOneMoreIsRefused() {
        quotas = new SnapshotQuotas(1, 1, 1, 100);
        restart();
        TableRef other = new TableRef("shop", "other");
        Disk.complete(disk.snapshot(0, other, Disk.ID, "t"));
        manifest();

        assertThat(manifest().state()).isEqualTo(Manifest.State.BUILDING);
        assertThatThrownBy(() -> snapshots.manifests().manifest("t", other, ALL, 1000, null))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.type()).isEqualTo(ProblemType.QUOTA_EXCEEDED);
                    assertThat(e.retryAfter()).isPositive();
                })
                .hasMessageContaining("quotas.manifests");
        ready();
        assertThat(snapshots.manifests().manifest("t", other, ALL, 1000, null).state())
                .isEqualTo(Manifest.State.BUILDING);
    }

    @Test
    void aManifestThatWouldBeTooLargeIsNotBuilt() {
        quotas = new SnapshotQuotas(1, 1, 1, 1);
        restart();
        manifest();
        threads.runAll();

        assertThatThrownBy(this::manifest)
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.ILLEGAL_STATE))
                .hasMessageContainingAll("would list 2 SSTables", "quotas.manifestSstables");
    }

    @Test
    void everyComponentIsThereWithTheChecksumOfItsBytes() throws IOException {
        Manifest manifest = ready();

        assertThat(manifest.sstables()).hasSize(2);
        for (Path directory : List.of(snapshot, second)) {
            for (ManifestSstable sstable : manifest.sstables()) {
                String name = sstable.sstable().name();
                for (Path file : files(directory, name)) {
                    String component = file.getFileName().toString().substring(name.length() + 1);
                    ManifestComponent proven = component(manifest, name, component);
                    assertThat(proven.crc32()).isEqualTo(crc32(file).toString());
                    assertThat(proven.bytes()).isEqualTo(Files.size(file));
                    assertThat(find(name, component))
                            .contains(new SnapshotFile(file.toRealPath(), Files.size(file), crc32(file)));
                }
            }
        }
        assertThat(manifest.totalBytes())
                .isEqualTo(manifest.sstables().stream()
                        .flatMap(sstable -> sstable.components().stream())
                        .mapToLong(ManifestComponent::bytes)
                        .sum());
    }

    @Test
    void theProofOfDataBeginsWhenItWasWrittenAndThatOfTheRestNow() {
        ManifestSstable sstable = sstable(ready(), "nb-1-big");

        assertThat(sstable.components()).allSatisfy(component -> assertThat(component.checksumOrigin())
                .isEqualTo(component.name().equals("Data.db") ? ChecksumOrigin.CASSANDRA : ChecksumOrigin.SIDECAR));
    }

    @Test
    void rotInDataSinceItWasWrittenShowsInTheChecksum() throws IOException {
        Path data = snapshot.resolve("nb-1-big-Data.db");
        byte[] bytes = Files.readAllBytes(data);
        bytes[bytes.length / 2] ^= 1;
        Files.write(data, bytes);

        assertThat(component(ready(), "nb-1-big", "Data.db").crc32())
                .isNotEqualTo(crc32(data).toString());
    }

    @ParameterizedTest
    @CsvSource({"'not a number'", "''", "4294967296"})
    void aDigestThatSaysNothingIsReplacedByOurOwn(String digest) throws IOException {
        Files.writeString(snapshot.resolve("nb-1-big-Digest.crc32"), digest);

        ManifestComponent data = component(ready(), "nb-1-big", "Data.db");
        assertThat(data.checksumOrigin()).isEqualTo(ChecksumOrigin.SIDECAR);
        assertThat(data.crc32())
                .isEqualTo(crc32(snapshot.resolve("nb-1-big-Data.db")).toString());
    }

    @Test
    void aDigestThatIsMissingIsReplacedByOurOwn() throws IOException {
        Files.delete(snapshot.resolve("nb-1-big-Digest.crc32"));
        Path toc = snapshot.resolve("nb-1-big-TOC.txt");
        Files.writeString(toc, Files.readString(toc).replace("Digest.crc32\n", ""));

        ManifestComponent data = component(ready(), "nb-1-big", "Data.db");
        assertThat(data.checksumOrigin()).isEqualTo(ChecksumOrigin.SIDECAR);
        assertThat(data.crc32())
                .isEqualTo(crc32(snapshot.resolve("nb-1-big-Data.db")).toString());
    }

    @Test
    void tocTravelsInTheManifestSoThatItMayChange() throws IOException {
        Path toc = snapshot.resolve("nb-1-big-TOC.txt");
        String before = Files.readString(toc);
        ready();
        Files.writeString(toc, before + "SAI+ba+by_name+Meta.db\n");

        ManifestComponent component = component(manifest(), "nb-1-big", "TOC.txt");
        assertThat(new String(Base64.getDecoder().decode(component.content()), UTF_8))
                .isEqualTo(before);
        assertThat(component.bytes()).isEqualTo(before.length());
    }

    @Test
    void anSstableThatCassandraListsAndThatIsNotThereIsAnErrorByName() {
        Disk.complete(second, "nb-1-big-Data.db", "nb-8-big-Data.db", "nb-9-big-Data.db", ".by_name/nb-1-big-Data.db");

        ManifestSstable missing = sstable(ready(), "nb-9-big");
        assertThat(missing.sstable().problem().code()).isEqualTo("MISSING_COMPONENT");
        assertThat(missing.sstable().problem().detail()).contains("nb-9-big-Data.db");
        assertThat(missing.components()).isEmpty();
        assertThat(manifest().total()).isEqualTo(3);
    }

    @Test
    void aCorruptSstableIsInTheManifestWithItsProblemAndIsNotServed() throws IOException {
        Files.write(snapshot.resolve("nb-1-big-Statistics.db"), new byte[100]);

        ManifestSstable corrupt = sstable(ready(), "nb-1-big");
        assertThat(corrupt.sstable().problem()).isNotNull();
        assertThat(corrupt.components()).isEmpty();
        assertThat(find("nb-1-big", "Data.db")).isEmpty();
        assertThat(find("nb-8-big", "Data.db")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nb-1-big-Statistics.db", "nb-1-big-Digest.crc32", "nb-1-big-TOC.txt"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeNamedLikeAComponentIsAProblemOfItsSstable(String name) throws Exception {
        Files.deleteIfExists(snapshot.resolve(name));
        NamedPipe.create(snapshot.resolve(name));

        assertThat(sstable(ready(), "nb-1-big").sstable().problem().code()).isEqualTo("NOT_A_FILE");
        assertThat(sstable(ready(), "nb-8-big").sstable().problem()).isNull();
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void pipesNamedLikeTheFilesOfASnapshotAreNone() throws Exception {
        Files.delete(second.resolve("manifest.json"));
        NamedPipe.create(second.resolve("manifest.json"));
        NamedPipe.create(second.resolve("schema.cql"));
        settle();

        assertThat(ready().unlisted()).isTrue();
        assertThat(ready().definitionUnknown()).isEqualTo("it has no schema.cql");
    }

    @Test
    void aSnapshotWithoutAManifestOfCassandraIsListedAndSaysSo() throws IOException {
        Files.delete(second.resolve("manifest.json"));
        // It may still be being taken.
        assertProblem(ProblemType.SNAPSHOT_INCOMPLETE, this::manifest);

        settle();
        Manifest unlisted = ready();
        assertThat(unlisted.unlisted()).isTrue();
        assertThat(unlisted.total()).isEqualTo(2);
        assertThat(find("nb-1-big", "Data.db")).isPresent();

        // Put back: the next request sees it.
        Disk.complete(second, "nb-1-big-Data.db", "nb-8-big-Data.db", "nb-9-big-Data.db");
        Manifest listed = ready();
        assertThat(listed.unlisted()).isNull();
        assertThat(listed.total()).isEqualTo(3);
    }

    @Test
    void aSchemaThatIsPutBackIsReadAlsoAfterARestart() throws IOException {
        assertThat(ready().definitionUnknown()).isEqualTo("it has no schema.cql");
        restart();
        Path schema = second.resolve("schema.cql");
        Files.writeString(schema, "CREATE TABLE shop.orders (id int PRIMARY KEY) WITH gc_grace_seconds = 7;");
        assertThat(ready().definitionUnknown()).isNull();
        assertThat(ready().definition().gcGraceSeconds()).isEqualTo(7);

        Files.writeString(schema, "DROP TABLE shop.orders;");
        Files.setLastModifiedTime(schema, FileTime.from(Instant.ofEpochSecond(1)));
        assertThat(ready().definitionUnknown()).contains("line 1", "DROP TABLE");
    }

    /** A dry run reads the listing, a transfer the manifest. */
    @Test
    void theListingOfASnapshotSaysWhatItsManifestSays() throws IOException {
        assertThat(listing().definition()).isEqualTo(ready().definition()).isEqualTo(Disk.DEFINITION);
        assertThat(listing().definitionUnknown()).isEqualTo("it has no schema.cql");
        assertThat(listing().unlisted()).isFalse();

        Files.writeString(
                second.resolve("schema.cql"),
                "CREATE TABLE shop.orders (id int PRIMARY KEY) WITH gc_grace_seconds = 7;");
        Files.delete(second.resolve("manifest.json"));
        assertProblem(ProblemType.SNAPSHOT_INCOMPLETE, this::listing);
        settle();
        assertThat(listing().definition().gcGraceSeconds()).isEqualTo(7);
        assertThat(listing().definition()).isEqualTo(ready().definition());
        assertThat(listing().definitionUnknown()).isNull();
        assertThat(listing().unlisted()).isTrue();
    }

    @Test
    void aSnapshotOfADroppedTableIsListedWithoutItsDefinition() {
        declared = table -> {
            throw new ProblemException(ProblemType.UNKNOWN_TABLE, "there is no table " + table.table());
        };
        assertThat(listing().definition()).isNull();
        assertThat(listing().definitionUnknown()).isEqualTo("there is no table orders");
        assertThat(listing().sstables()).hasSize(2);
        assertProblem(ProblemType.UNKNOWN_TABLE, this::manifest);
    }

    private SnapshotTable listing() {
        return snapshots.service().sstables("t", Disk.TABLE);
    }

    /** As if nothing had changed for long. */
    private void settle() throws IOException {
        for (Path directory : List.of(snapshot, second)) {
            Files.setLastModifiedTime(directory, FileTime.from(Instant.ofEpochSecond(1)));
        }
    }

    @Test
    void oneThatTheSidecarTakesIsIncompleteUntilCassandraHasListedIt() {
        snapshots.service().take(new SnapshotOrder("own", null, List.of(Disk.TABLE), null, false));
        assertThatThrownBy(() -> snapshots.manifests().manifest("own", Disk.TABLE, ALL, 1000, null))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.SNAPSHOT_INCOMPLETE));
    }

    @Test
    void aDamagedManifestOfCassandraIsAProblem() throws IOException {
        Disk.write(second.resolve("manifest.json"), "{\"files\":[\"nb-1");
        assertProblem(ProblemType.SNAPSHOT_INCOMPLETE, this::manifest);
        Disk.complete(second);
        assertThat(ready().total()).isEqualTo(2);
    }

    @Test
    void whatCassandraWouldNotWriteIsIncompleteAndFillsNoHeap() throws IOException {
        Disk.write(second.resolve("manifest.json"), "{\"files\":[" + "\"a\",".repeat(1_000_000) + "\"\"]}");
        assertProblem(ProblemType.SNAPSHOT_INCOMPLETE, this::manifest);
        Disk.complete(second);

        try (RandomAccessFile schema =
                new RandomAccessFile(second.resolve("schema.cql").toFile(), "rw")) {
            schema.setLength(100L << 30);
        }
        assertProblem(ProblemType.SNAPSHOT_INCOMPLETE, this::manifest);
        Files.delete(second.resolve("schema.cql"));
        assertThat(ready().total()).isEqualTo(2);
    }

    @Test
    void aFailedManifestSaysWhyOnceAndIsThenTriedAgain() {
        Disk.complete(second, "what is this");
        manifest();
        threads.runAll();
        assertProblem(ProblemType.SNAPSHOT_INCOMPLETE, this::manifest);

        Disk.complete(second, "nb-1-big-Data.db");
        assertThat(ready().total()).isEqualTo(2);
    }

    @Test
    void whatDoesNotExistIsSaidToBeUnknown() {
        ManifestService manifests = snapshots.manifests();

        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, () -> manifests.manifest("u", Disk.TABLE, ALL, 10, null));
        assertProblem(
                ProblemType.UNKNOWN_TABLE, () -> manifests.manifest("t", new TableRef("shop", "items"), ALL, 10, null));
        assertProblem(ProblemType.INVALID_TAG, () -> manifests.manifest("", Disk.TABLE, ALL, 10, null));
        assertProblem(ProblemType.INVALID_REQUEST, () -> manifest(ALL, 0, null));
        assertProblem(ProblemType.INVALID_REQUEST, () -> manifest(ALL, 10_001, null));
    }

    @Test
    void thePagesTogetherAreTheWholeInTheOrderOfTokens() {
        Manifest whole = ready();
        List<ManifestSstable> paged = new ArrayList<>();
        String after = null;
        do {
            Manifest page = manifest(ALL, 1, after);
            assertThat(page.total()).isEqualTo(2);
            assertThat(page.totalBytes()).isEqualTo(whole.totalBytes());
            paged.addAll(page.sstables());
            after = page.next();
        } while (after != null);

        assertThat(paged).isEqualTo(whole.sstables());
        assertThat(paged)
                .extracting(
                        sstable -> Long.valueOf(sstable.sstable().statistics().firstToken()))
                .isSorted();
        assertProblem(ProblemType.UNPROCESSABLE, () -> manifest(ALL, 1, "nb-77-big"));
    }

    @Test
    void rangesLeaveOutWhatLiesOutsideButNothingUnreadable() throws IOException {
        ManifestSstable first = ready().sstables().get(0);
        long last = Long.parseLong(first.sstable().statistics().lastToken());
        TokenRanges beyond = TokenRanges.of(new TokenRange(Long.MAX_VALUE - 1, Long.MAX_VALUE));

        assertThat(manifest(TokenRanges.of(new TokenRange(Long.MIN_VALUE, last)), 10, null)
                        .sstables())
                .anySatisfy(sstable -> {
                    assertThat(sstable.sstable().name())
                            .isEqualTo(first.sstable().name());
                    assertThat(sstable.sstable().overlap()).isEqualTo(Overlap.CONTAINED);
                    assertThat(sstable.sstable().estimatedShare()).isEqualTo(1);
                });
        assertThat(manifest(beyond, 10, null).sstables()).isEmpty();
        Disk.complete(second, "nb-9-big-Data.db");
        Files.setLastModifiedTime(second.resolve("manifest.json"), FileTime.from(Instant.ofEpochSecond(1)));
        ready();
        assertThat(manifest(beyond, 10, null).sstables()).hasSize(1);
    }

    @Test
    void aLargeFileThatSeveralSnapshotsHoldIsReadOnce() throws IOException {
        Files.write(snapshot.resolve("nb-1-big-SAI+ba+by_name+TermsData.db"), new byte[Checksums.LARGE]);
        long hashed = ready().bytesHashed();
        for (Path directory : List.of(snapshot, second)) {
            Path other = Files.createDirectory(directory.resolveSibling("other"));
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.createLink(other.resolve(file.getFileName()), file);
                }
            }
        }
        ManifestService manifests = snapshots.manifests();
        manifests.manifest("other", Disk.TABLE, ALL, 10, null);
        threads.runAll();

        assertThat(manifests.manifest("other", Disk.TABLE, ALL, 10, null).bytesHashed())
                .isPositive()
                .isLessThanOrEqualTo(hashed - Checksums.LARGE);
    }

    @Test
    void afterARestartFilesAreServedAtOnceAndNothingIsReadAgain() {
        Manifest before = ready();
        restart();

        assertThat(find("nb-1-big", "Data.db")).isPresent();
        Manifest after = ready();
        assertThat(after.sstables()).isEqualTo(before.sstables());
        assertThat(after.bytesHashed()).isZero();
    }

    @Test
    void anotherSnapshotUnderTheSameTagIsProvenAnew() throws IOException {
        ready();
        Path filter = snapshot.resolve("nb-1-big-Filter.db");
        Files.write(filter, new byte[(int) Files.size(filter)]);
        Files.setLastModifiedTime(second.resolve("manifest.json"), FileTime.from(Instant.ofEpochSecond(1)));

        // Paging that began in one snapshot cannot continue in the other.
        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, () -> manifest(ALL, 1, "nb-1-big"));
        assertThat(find("nb-1-big", "Filter.db")).isEmpty();
        assertThat(component(ready(), "nb-1-big", "Filter.db").crc32())
                .isEqualTo(crc32(filter).toString());
        restart();
        Files.setLastModifiedTime(second.resolve("manifest.json"), FileTime.from(Instant.ofEpochSecond(2)));
        manifest();
        assertThat(find("nb-1-big", "Filter.db")).isEmpty();
    }

    @Test
    void nothingIsServedOfASnapshotThatWasDeleted() {
        ready();
        snapshots.service().delete("t", true, null);

        assertThat(find("nb-1-big", "Data.db")).isEmpty();
        restart();
        assertThat(find("nb-1-big", "Data.db")).isEmpty();
    }

    @Test
    void aManifestThatIsBeingMadeOfADeletedSnapshotIsNotPublished() {
        manifest();
        snapshots.service().delete("t", true, null);
        threads.runAll();

        assertThat(find("nb-1-big", "Data.db")).isEmpty();
    }

    @Test
    void aSnapshotThatSomebodyElseClearedIsServedNoMoreAfterTheReapersNextRound() throws IOException {
        ready();
        for (Path directory : List.of(snapshot, second)) {
            Files.move(
                    directory,
                    root.resolve("moved-"
                            + directory
                                    .getParent()
                                    .getParent()
                                    .getParent()
                                    .getParent()
                                    .getFileName()));
        }
        assertThat(find("nb-1-big", "Data.db")).isPresent();
        snapshots.reaper().tick();

        assertThat(find("nb-1-big", "Data.db")).isEmpty();
        assertProblem(ProblemType.UNKNOWN_SNAPSHOT, this::manifest);
    }

    @ParameterizedTest
    @CsvSource({
        "../t,shop,orders,nb-1-big,Data.db",
        "t,shop/orders,orders,nb-1-big,Data.db",
        "t,shop,orders,nb-1-big,../nb-1-big-Data.db",
        "t,shop,orders,nb-1-big-Data.db,''",
        "t,shop,orders,nb-1-big,data.db",
        "t,shop,orders,nb-2-big,Data.db",
        "'',shop,orders,nb-1-big,Data.db",
    })
    void onlyTheFiveNamesOfTheManifestFindAFile(
            String tag, String keyspace, String table, String sstable, String component) {
        ready();

        assertThat(snapshots.manifests().find(tag, keyspace, table, sstable, component))
                .isEmpty();
    }
}
