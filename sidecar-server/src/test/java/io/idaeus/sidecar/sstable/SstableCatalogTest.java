/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.disk.HungMount;
import io.idaeus.sidecar.disk.NamedPipe;
import io.idaeus.sidecar.sstable.file.Digest;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import io.idaeus.sidecar.sstable.statistics.Statistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class SstableCatalogTest {
    static final List<String> VERSIONS = RealSstables.VERSIONS;

    @TempDir
    Path root;

    private final SstableCatalog catalog = new SstableCatalog(100);

    @ParameterizedTest
    @FieldSource("VERSIONS")
    void tellsWhatCassandraTells(String version) throws IOException {
        Map<String, SstableEntry> entries = new HashMap<>();
        catalog.snapshot(List.of(RealSstables.directory(version)))
                .forEach(entry -> entries.put(entry.descriptor().toString(), entry));

        assertThat(RealSstables.answers(version)).isNotEmpty().allSatisfy(answer -> {
            SstableMetadata metadata = metadata(entries.get(answer.get("name")));
            Statistics statistics = metadata.statistics();
            assertThat(answer)
                    .containsEntry("firstToken", "" + metadata.bounds().first())
                    .containsEntry("lastToken", "" + metadata.bounds().last())
                    .containsEntry("firstKey", metadata.firstKey().hex())
                    .containsEntry("lastKey", metadata.lastKey().hex())
                    .containsEntry("partitions", "" + statistics.estimatedPartitions())
                    .containsEntry("sstableLevel", "" + statistics.level())
                    .containsEntry("repairedAt", "" + statistics.repairedAt())
                    .containsEntry("pendingRepair", "" + statistics.pendingRepair())
                    .containsEntry("originatingHostId", "" + statistics.originatingHostId())
                    .containsEntry("minTimestamp", "" + statistics.minTimestamp())
                    .containsEntry("maxTimestamp", "" + statistics.maxTimestamp())
                    .containsEntry("totalRows", "" + statistics.totalRows())
                    .containsEntry("keyType", metadata.header().partitionKeyType())
                    .containsEntry(
                            "clusteringTypes",
                            String.join(";", metadata.header().clusteringTypes()));
        });
    }

    @Test
    void sortsByFirstTokenAndPutsTheUnreadableLast() throws IOException {
        List<SstableEntry> entries = catalog.snapshot(List.of(RealSstables.directory("nb")));

        List<SstableEntry> readable =
                entries.stream().filter(ReadableSstable.class::isInstance).toList();
        assertThat(entries).hasSize(8).startsWith(readable.toArray(SstableEntry[]::new));
        assertThat(readable)
                .hasSize(6)
                .extracting(entry -> metadata(entry).bounds().first())
                .isSorted();
        assertThat(entries.subList(6, 8))
                .extracting(SstableCatalogTest::code)
                .containsOnly(Code.UNSUPPORTED_PARTITIONER);
    }

    @Test
    void anUnchangedSstableIsNotReadAgain() throws IOException {
        RealSstables.copy("oa-15", root);
        SstableEntry first = list().get(0);

        assertThat(list()).satisfiesExactly(entry -> assertThat(entry).isSameAs(first));
    }

    @Test
    void aReplacedComponentIsReadAgain() throws IOException {
        RealSstables.copy("oa-15", root);
        assertThat(list()).hasOnlyElementsOfType(ReadableSstable.class);
        Path statistics = root.resolve("oa-15-big-Statistics.db");
        FileTime modified = Files.getLastModifiedTime(statistics);
        byte[] bytes = Files.readAllBytes(statistics);
        bytes[bytes.length / 2] ^= 1;
        Path other = Files.write(root.resolve("oa-15-big-Statistics.db.tmp"), bytes);
        Files.setLastModifiedTime(other, modified);
        Files.move(other, statistics, StandardCopyOption.REPLACE_EXISTING);

        assertThat(list()).extracting(SstableCatalogTest::code).containsExactly(Code.CORRUPT_COMPONENT);
    }

    @Test
    void evictsTheOldestWhenItIsFull() throws IOException {
        SstableCatalog small = new SstableCatalog(1);
        List<Path> directories = List.of(RealSstables.directory("da"));
        List<SstableEntry> first = small.snapshot(directories);
        List<SstableEntry> second = small.snapshot(directories);

        assertThat(second).isEqualTo(first);
        assertThat(second.stream().filter(entry -> first.stream().anyMatch(before -> before == entry)))
                .hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void sstablesOfOneTableShareTheirHeader() throws IOException {
        RealSstables.copy("oa-15", root);
        for (Path file : files("oa-15")) {
            Files.copy(file, root.resolve(file.getFileName().toString().replace("oa-15", "oa-99")));
        }
        List<SstableEntry> entries = list();

        assertThat(entries).hasSize(2);
        assertThat(metadata(entries.get(0)).header())
                .isSameAs(metadata(entries.get(1)).header());
    }

    @Test
    void aMissingDirectoryIsEmpty() throws IOException {
        assertThat(catalog.live(List.of(root.resolve("absent")))).isEmpty();
        assertThat(catalog.snapshot(List.of(root.resolve("absent")))).isEmpty();
    }

    @ParameterizedTest
    @FieldSource("VERSIONS")
    void aMissingComponentIsNamed(String version) throws IOException {
        String start = RealSstables.answers(version).get(0).get("name");
        for (Path file : RealSstables.files(version, start)) {
            String component = file.getFileName().toString().substring(start.length() + 1);
            Path copy = RealSstables.copy(start, root.resolve(version + component));
            Files.delete(copy.resolve(file.getFileName().toString()));

            List<SstableEntry> entries = catalog.snapshot(List.of(copy));
            if (component.equals("TOC.txt")) {
                assertThat(entries).hasOnlyElementsOfType(ReadableSstable.class);
            } else {
                assertThat(entries).extracting(SstableCatalogTest::code).containsExactly(Code.MISSING_COMPONENT);
                assertThat(message(entries.get(0))).contains(component);
            }
        }
    }

    @Test
    void withoutTocWhatCannotBeMadeAnewIsStillMissed() throws IOException {
        RealSstables.copy("nb-8-", root);
        for (String spare : List.of("TOC.txt", "Summary.db", "Filter.db", "Digest.crc32")) {
            Files.delete(root.resolve("nb-8-big-" + spare));
        }
        assertThat(list()).hasOnlyElementsOfType(ReadableSstable.class);
        Files.delete(root.resolve("nb-8-big-CompressionInfo.db"));

        assertThat(list()).extracting(SstableCatalogTest::code).containsExactly(Code.MISSING_COMPONENT);
    }

    /** As Cassandra's compactions write it: the last chunk is empty. */
    @Test
    void aChunkOfNothingAtTheEndIsNoDamage() throws IOException {
        RealSstables.copy("nb-8-", root);
        Path file = root.resolve("nb-8-big-CompressionInfo.db");
        byte[] bytes = Files.readAllBytes(file);
        int chunks = metadata(list().get(0)).compression().chunks();
        int count = bytes.length - 8 * chunks - 4;
        byte[] more = Arrays.copyOf(bytes, bytes.length + 8);
        ByteBuffer.wrap(more).putInt(count, chunks + 1).putLong(bytes.length, 1 << 20);
        Files.write(file, more);

        assertThat(metadata(list().get(0)).compression().chunks()).isEqualTo(chunks + 1);
        ByteBuffer.wrap(more).putInt(count, chunks - 1);
        Files.write(file, more);
        assertThat(list()).extracting(SstableCatalogTest::code).containsExactly(Code.CORRUPT_COMPONENT);
    }

    @Test
    void withoutSummaryTheKeysComeFromTheIndex() throws IOException {
        RealSstables.copy("nb-19-", root);
        SstableMetadata before = metadata(list().get(0));
        Files.delete(root.resolve("nb-19-big-Summary.db"));
        Files.delete(root.resolve("nb-19-big-TOC.txt"));

        SstableMetadata after = metadata(list().get(0));
        assertThat(after.firstKey()).isEqualTo(before.firstKey());
        assertThat(after.lastKey()).isEqualTo(before.lastKey());
    }

    /** An index made after the snapshot writes into its TOC.txt. */
    @Test
    void indexComponentsThatTocListsMayBeAbsent() throws IOException {
        RealSstables.copy("oa-15", root);
        Path toc = root.resolve("oa-15-big-TOC.txt");
        Files.writeString(toc, Files.readString(toc) + "SAI+ba+by_name+TermsData.db\n../../etc/passwd\n");

        assertThat(list()).hasOnlyElementsOfType(ReadableSstable.class);
    }

    @Test
    void olderAndLaterVersionsAreRefusedByName() throws IOException {
        for (String name :
                List.of("mc-1-big", "me-2-big", "la-3-big", "nc-4-big", "qa-5-big", "aa-6-bti", "fa-7-bti")) {
            Files.writeString(root.resolve(name + "-Data.db"), "x");
        }
        Files.writeString(root.resolve("ks-tbl-jb-8-Data.db"), "x");

        assertThat(list()).hasSize(8).allSatisfy(entry -> {
            assertThat(code(entry)).isEqualTo(Code.UNSUPPORTED_VERSION);
            assertThat(message(entry)).contains("version " + entry.descriptor().version());
        });
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        RealSstables.copy("oa-15", root.resolve("a"));
        Files.move(root.resolve("a/oa-15-big-Data.db"), root.resolve("elsewhere"));
        Files.createSymbolicLink(root.resolve("a/oa-15-big-Data.db"), root.resolve("elsewhere"));

        assertThat(catalog.live(List.of(root.resolve("a"))))
                .extracting(SstableCatalogTest::code)
                .containsExactly(Code.NOT_A_FILE);
    }

    /** Nothing waits for a writer: the listing says what it is. */
    @ParameterizedTest
    @ValueSource(strings = {"Statistics.db", "TOC.txt", "Data.db", "Digest.crc32", "Summary.db", "Index.db"})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeNamedLikeAComponentIsNotOpened(String component) throws Exception {
        RealSstables.copy("oa-15", root);
        Path file = root.resolve("oa-15-big-" + component);
        Files.deleteIfExists(file);
        NamedPipe.create(file);

        assertThat(list()).extracting(SstableCatalogTest::code).containsExactly(Code.NOT_A_FILE);
        assertThatExceptionOfType(SstableException.class).isThrownBy(() -> Digest.read(file));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeNamedLikeATransactionLogIsNamed() throws Exception {
        RealSstables.copy("oa-15", root);
        Path log = NamedPipe.create(root.resolve("oa_txn_flush_8111b7f0-e8b6-11f1-94cc-5f2723a2c170.log"));

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> catalog.live(List.of(root)))
                .withMessageContaining(log.getFileName().toString());
        assertThat(catalog.snapshot(List.of(root))).hasSize(1);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aDirectoryThatHangsIsNamed() throws IOException {
        SstableCatalog hurried = new SstableCatalog(1, new DirectoryScans(Duration.ofMillis(100), 1));
        HungMount mount = new HungMount(root);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> hurried.live(List.of(mount.path())))
                .withMessageContainingAll(root.toString(), "no answer within");
        mount.comeBack();
    }

    @Test
    void theSameNameInTwoDirectoriesIsRefusedInBoth() throws IOException {
        Path one = RealSstables.copy("oa-15", root.resolve("one"));
        Path two = RealSstables.copy("oa-15", root.resolve("two"));

        assertThat(catalog.live(List.of(one, two)))
                .hasSize(2)
                .extracting(SstableCatalogTest::code)
                .containsOnly(Code.DUPLICATE_NAME);
        assertThat(catalog.live(List.of(one, one))).hasOnlyElementsOfType(ReadableSstable.class);
    }

    @Test
    void filesOfNoSstableArePassedOver() throws IOException {
        RealSstables.copy("oa-15", root);
        Files.writeString(root.resolve("manifest.json"), "{}");
        Files.writeString(root.resolve("oa-15-big-Statistics.db.tmp"), "half");
        Files.createDirectories(root.resolve(".by_name/oa-1-big-Data.db"));
        Files.createDirectories(root.resolve("snapshots/tag"));

        assertThat(list()).hasSize(1).hasOnlyElementsOfType(ReadableSstable.class);
    }

    @Test
    void whatAnUnfinishedOperationMakesIsNotLive() throws IOException {
        RealSstables.copy("oa-15", root);
        RealSstables.copy("oa-22", root);
        String log = TransactionLogTest.line("ADD", root + "/oa-22-big-", 0, 8) + "\n"
                + TransactionLogTest.line("REMOVE", root + "/oa-15-big-", 1_700_000_000_000L, 8) + "\n";
        Path file = Files.writeString(root.resolve("oa_txn_compaction_8a9e7a40-5ff0-11ee-8c99-0242ac120002.log"), log);
        assertThat(list()).extracting(entry -> entry.descriptor().id()).containsExactly("15");

        Files.writeString(file, log + TransactionLogTest.line("COMMIT", "", 1_700_000_000_001L, 0) + "\n");
        assertThat(list()).extracting(entry -> entry.descriptor().id()).containsExactly("22");

        Files.writeString(file, log + TransactionLogTest.line("ABORT", "", 1_700_000_000_001L, 0) + "\n");
        assertThat(list()).extracting(entry -> entry.descriptor().id()).containsExactly("15");

        assertThat(catalog.snapshot(List.of(root))).hasSize(2);
    }

    @Test
    void whatADamagedLogNamesIsNotVouchedFor() throws IOException {
        RealSstables.copy("oa-15", root);
        RealSstables.copy("oa-22", root);
        Files.writeString(
                root.resolve("nb_txn_flush_8a9e7a40-5ff0-11ee-8c99-0242ac120002.log"),
                "ADD:[garbage\n" + TransactionLogTest.line("ADD", root + "/oa-22-big-", 0, 8) + "\n");

        assertThat(list())
                .satisfiesExactly(
                        live -> assertThat(live.descriptor().id()).isEqualTo("15"),
                        undecided -> assertThat(code(undecided)).isEqualTo(Code.UNDECIDED_TRANSACTION));
    }

    /** The directory changes all the while: an SSTable is either there and whole, or not there. */
    @Test
    void anSstableThatComesAndGoesIsNeverSeenInHalf() throws Exception {
        Path parked = root.resolve("parked");
        for (String version : List.of("da", "oa", "pa")) {
            RealSstables.copy(version + "-", parked);
        }
        Path table = RealSstables.copy("ea-15-", root.resolve("table"));
        Thread compactions = new Thread(() -> comeAndGo(parked, table));
        compactions.start();
        while (compactions.isAlive()) {
            assertThat(catalog.live(List.of(table)))
                    .hasOnlyElementsOfType(ReadableSstable.class)
                    .hasSizeBetween(1, 13);
        }
        compactions.join();
    }

    private static void comeAndGo(Path parked, Path table) {
        Path log = table.resolve("oa_txn_compaction_8a9e7a40-5ff0-11ee-8c99-0242ac120002.log");
        try {
            List<Path> files = RealSstables.list(parked);
            String added = records("ADD", table, files);
            String removed = records("REMOVE", table, files) + TransactionLogTest.line("COMMIT", "", 0, 0) + "\n";
            for (int i = 0; i < 30; i++) {
                Files.writeString(log, added);
                for (Path file : files) {
                    Path to = table.resolve(file.getFileName().toString());
                    Files.write(to, "half".getBytes(StandardCharsets.UTF_8));
                    Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
                }
                Files.delete(log);
                Files.writeString(log, removed);
                for (Path file : files) {
                    Files.delete(table.resolve(file.getFileName().toString()));
                }
                Files.delete(log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String records(String type, Path table, List<Path> files) {
        return files.stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith("Data.db"))
                .map(name -> TransactionLogTest.line(type, table + "/" + name.replace("Data.db", ""), 0, 8) + "\n")
                .collect(Collectors.joining());
    }

    private List<SstableEntry> list() throws IOException {
        return catalog.live(List.of(root));
    }

    private List<Path> files(String start) throws IOException {
        return RealSstables.list(root).stream()
                .filter(file -> file.getFileName().toString().startsWith(start))
                .toList();
    }

    private static SstableMetadata metadata(SstableEntry entry) {
        assertThat(entry).isInstanceOf(ReadableSstable.class);
        return ((ReadableSstable) entry).metadata();
    }

    private static Code code(SstableEntry entry) {
        assertThat(entry).isInstanceOf(UnreadableSstable.class);
        return ((UnreadableSstable) entry).problem().code();
    }

    private static String message(SstableEntry entry) {
        return ((UnreadableSstable) entry).problem().message();
    }
}
