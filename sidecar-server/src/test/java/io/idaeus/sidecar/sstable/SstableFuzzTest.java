/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.sstable.file.Digest;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason;
import io.idaeus.sidecar.sstable.statistics.Damage;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Damages every component of SSTables of every format and lists them: each time there is a named problem or a well-formed
 * answer, soon, and without a large allocation. {@code -Dseed=…} repeats a run, {@code -Dfuzz.count=…} sets its length.
 */
class SstableFuzzTest {
    private static final int COUNT = Integer.getInteger("fuzz.count", 10_000);
    private static final long SEED = Long.getLong("seed", new Random().nextLong());
    private static final long ALLOCATION_LIMIT = 2 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final TokenRanges SOME = TokenRanges.of(new TokenRange(-1L << 60, 1L << 61));

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Each round writes two files. On a disk, that takes longer than the rest of the test. */
    static final class InMemory implements TempDirFactory {
        private static final Path MEMORY = Path.of("/dev/shm");

        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.isWritable(MEMORY)
                    ? Files.createTempDirectory(MEMORY, "fuzz")
                    : Files.createTempDirectory("fuzz");
        }
    }

    /** One SSTable in a directory of its own, and its files as they should be. */
    private record Victim(Path directory, Map<String, byte[]> files) {}

    @TempDir(factory = InMemory.class)
    Path root;

    private final Map<UnreadableReason.Code, Integer> problems = new EnumMap<>(UnreadableReason.Code.class);
    private int wellFormed;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void damagedFilesGiveANamedProblemOrAWellFormedAnswer() throws IOException {
        System.out.printf("SstableFuzzTest: -Dseed=%d -Dfuzz.count=%d%n", SEED, COUNT);
        List<Victim> victims = victims();
        for (Victim whole : victims) { // Classes load here, not on the first victim's account.
            new SstableCatalog(10).live(List.of(whole.directory())).forEach(this::judge);
            assertThat(problems).isEmpty();
        }
        Random random = new Random(SEED);
        for (int n = 0; n < COUNT; n++) {
            Victim victim = victims.get(random.nextInt(victims.size()));
            Victim other = victims.get(random.nextInt(victims.size()));
            try {
                strike(random, victim, other);
            } catch (IOException | RuntimeException | Error e) {
                throw new AssertionError("-Dseed=" + SEED + ", damage " + n + " in " + victim.directory(), e);
            }
        }
        System.out.printf("SstableFuzzTest: %d well-formed, %s%n", wellFormed, problems);
        assertThat(problems).containsKeys(UnreadableReason.Code.CORRUPT_COMPONENT);
        assertThat(wellFormed).isPositive();
    }

    private List<Victim> victims() throws IOException {
        List<Victim> victims = new ArrayList<>();
        for (String version : RealSstables.VERSIONS) {
            for (Map<String, String> answer : RealSstables.answers(version)) {
                Path directory = RealSstables.copy(answer.get("name") + "-", root.resolve(answer.get("name")));
                Files.writeString(
                        directory.resolve("nb_txn_write_8a9e7a40-5ff0-11ee-8c99-0242ac120002.log"),
                        TransactionLogTest.line("ADD", directory + "/nb-1234-big-", 0, 8) + "\n"
                                + TransactionLogTest.line("REMOVE", directory + "/nb-1235-big-", 0, 8) + "\n"
                                + TransactionLogTest.line("ABORT", "", 0, 0) + "\n");
                Map<String, byte[]> files = new TreeMap<>();
                for (Path file : RealSstables.list(directory)) {
                    files.put(file.getFileName().toString(), Files.readAllBytes(file));
                }
                victims.add(new Victim(directory, files));
            }
        }
        return victims;
    }

    private void strike(Random random, Victim victim, Victim other) throws IOException {
        List<String> names = List.copyOf(victim.files().keySet());
        String name = names.get(random.nextInt(names.size()));
        byte[] whole = victim.files().get(name);
        byte[] damaged = new Damage(random).damage(whole, alike(other, name));
        if (name.endsWith("Statistics.db") && random.nextInt(4) > 0) {
            damaged = Damage.sealed(damaged);
        }
        Path file = victim.directory().resolve(name);
        Files.write(file, damaged);
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long began = System.nanoTime();
        List<SstableEntry> entries = new SstableCatalog(10).live(List.of(victim.directory()));
        require(System.nanoTime() - began < PATIENCE.toNanos(), "took longer than " + PATIENCE);
        require(THREADS.getCurrentThreadAllocatedBytes() - allocated < ALLOCATION_LIMIT, "allocated too much");
        entries.forEach(this::judge);
        require(entries.size() < 2, entries.size() + " entries");
        if (name.endsWith("Digest.crc32")) {
            readDigest(file);
        }
        Files.write(file, whole);
    }

    private static byte[] alike(Victim other, String name) {
        String component = name.substring(name.lastIndexOf('-'));
        return other.files().entrySet().stream()
                .filter(file -> file.getKey().endsWith(component))
                .map(Map.Entry::getValue)
                .findAny()
                .orElse(new byte[0]);
    }

    private void judge(SstableEntry entry) {
        if (entry instanceof UnreadableSstable unreadable) {
            problems.merge(unreadable.problem().code(), 1, Integer::sum);
            String message = unreadable.problem().message();
            require(!message.isBlank() && message.length() < 600, "message: " + message);
            require(message.chars().noneMatch(Character::isISOControl), "message: " + message);
            return;
        }
        wellFormed++;
        SstableMetadata metadata = ((ReadableSstable) entry).metadata();
        require(metadata.bounds().first() == metadata.firstKey().token(), "first token");
        require(metadata.bounds().last() == metadata.lastKey().token(), "last token");
        require(metadata.statistics().estimatedPartitions() >= 0, "partitions");
        double share = metadata.profile().share(SOME);
        require(share >= 0 && share <= 1.000001, "share " + share);
        require(!metadata.toString().isEmpty(), "text");
    }

    /** Plain, since it runs some million times. */
    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    private static void readDigest(Path file) {
        try {
            long digest = Digest.read(file).unsigned();
            require(digest >= 0 && digest <= 0xffff_ffffL, "digest " + digest);
        } catch (SstableException e) {
            require(e.code() == UnreadableReason.Code.CORRUPT_COMPONENT, "digest: " + e);
        }
    }
}
