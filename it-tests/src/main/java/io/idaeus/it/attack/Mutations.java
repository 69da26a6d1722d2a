/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.it.harness.process.Command;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Damages one file of a snapshot, or puts something in its place. */
final class Mutations {
    /** The content of every file outside the snapshot that a link leads to. */
    static final String SECRET = "content of a file outside the snapshot";

    /** Does it to a directory that holds copies. */
    interface Mutation {
        void of(Path directory, Path victim, Random random) throws IOException;
    }

    private interface Damage {
        byte[] of(byte[] whole, Random random) throws IOException;
    }

    private static final long HUGE = 100L << 30;
    private static final int MANY = 5_000;

    private static final List<String> NAMES = List.of(
            "nb-99999999999999999999-big-Data.db",
            "nb--1-big-Data.db",
            "nb-1-big-",
            "-Data.db",
            "nb-1--Data.db",
            "zz-1-big-Data.db",
            "nb-1-big-Data.db\nforged",
            "nb-1-big-\u001b[2JData.db",
            "nb-1-big-\u202eData.db",
            "nb\uff0d1\uff0dbig\uff0dData.db",
            "nb-1-big-SAI+..+..+Data.db",
            "nb-1-big-%2e%2e%2fData.db",
            "nb-1-big-Data.db ",
            "nb-1-bti-Data.db",
            "da-1-big-Data.db",
            "oa-" + "z".repeat(200) + "-big-Data.db",
            "nb-1-big-" + "x".repeat(240),
            "nb_txn_write_8a9e7a40-5ff0-11ee-8c99-0242ac120002.log",
            "nb_txn_compaction_../../x.log".replace('/', '_'),
            ".index",
            "...",
            "manifest.json.tmp");

    private Mutations() {}

    /** By name. */
    static Map<String, Mutation> all(Path outside) {
        Map<String, Mutation> all = new LinkedHashMap<>();
        bytes(all);
        names(all);
        links(all, outside);
        kinds(all);
        return all;
    }

    private static void bytes(Map<String, Mutation> all) {
        Map<String, Damage> damages = new LinkedHashMap<>();
        damages.put("a bit flipped", (whole, random) -> flipped(whole, 1, random));
        damages.put("a hundred bits flipped", (whole, random) -> flipped(whole, 100, random));
        damages.put("empty", (whole, random) -> new byte[0]);
        damages.put("one byte", (whole, random) -> Arrays.copyOf(whole, 1));
        damages.put("half", (whole, random) -> Arrays.copyOf(whole, whole.length / 2));
        damages.put("a byte less", (whole, random) -> Arrays.copyOf(whole, Math.max(0, whole.length - 1)));
        damages.put("twice", (whole, random) -> ByteBuffer.allocate(2 * whole.length)
                .put(whole)
                .put(whole)
                .array());
        damages.put("zeros", (whole, random) -> new byte[whole.length]);
        damages.put("random", (whole, random) -> {
            byte[] bytes = new byte[random.nextInt(1 << 16)];
            random.nextBytes(bytes);
            return bytes;
        });
        for (int length : List.of(Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0x7fff_0000)) {
            damages.put(
                    "length " + length, (whole, random) -> overwritten(whole, random, buffer -> buffer.putInt(length)));
        }
        for (long length : List.of(Long.MAX_VALUE, Long.MIN_VALUE, -1L)) {
            damages.put(
                    "length " + length,
                    (whole, random) -> overwritten(whole, random, buffer -> buffer.putLong(length)));
        }
        damages.put("text", (whole, random) -> "../../../etc/passwd\n\u0000\u001b[2J\n"
                .repeat(1_000)
                .getBytes(StandardCharsets.UTF_8));
        damages.put(
                "a number without end", (whole, random) -> "9".repeat(1_000_000).getBytes(StandardCharsets.UTF_8));
        damages.put("deep JSON", (whole, random) -> "[".repeat(1_000_000).getBytes(StandardCharsets.UTF_8));
        damages.put("JSON of many texts", (whole, random) -> ("{\"files\":[" + "\"a\",".repeat(3_000_000) + "\"\"]}")
                .getBytes(StandardCharsets.UTF_8));
        damages.forEach((name, damage) -> all.put(
                name,
                (directory, victim, random) -> Files.write(victim, damage.of(Files.readAllBytes(victim), random))));
        all.put("swapped", (directory, victim, random) -> {
            Path other = pick(directory, random);
            byte[] mine = Files.readAllBytes(victim);
            Files.write(victim, Files.readAllBytes(other));
            Files.write(other, mine);
        });
        all.put("gone", (directory, victim, random) -> Files.delete(victim));
    }

    private static void names(Map<String, Mutation> all) {
        for (String name : NAMES) {
            all.put(
                    "renamed " + BrokenAnswers.shown(name),
                    (directory, victim, random) ->
                            Files.move(victim, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING));
        }
        all.put("as BTI", (directory, victim, random) -> {
            for (Path file : files(directory)) {
                String name = file.getFileName().toString();
                String other = name.replaceFirst("^(nb|oa)-", "da-")
                        .replace("-big-", "-bti-")
                        .replace("Index.db", "Partitions.db")
                        .replace("Summary.db", "Rows.db");
                Files.move(file, directory.resolve(other));
            }
        });
        all.put("many files", (directory, victim, random) -> {
            for (int i = 0; i < MANY; i++) {
                Files.createFile(directory.resolve("nb-" + (10_000 + i) + "-big-Data.db"));
            }
        });
        all.put("many components", (directory, victim, random) -> {
            String sstable = victim.getFileName().toString().replaceFirst("-[^-]+$", "-");
            for (int i = 0; i < MANY; i++) {
                Files.createFile(directory.resolve(sstable + "SAI+x" + i + ".db"));
            }
        });
    }

    private static void links(Map<String, Mutation> all, Path outside) {
        for (Path to : List.of(
                outside,
                Path.of("/etc/passwd"),
                Path.of("/dev/zero"),
                Path.of("/dev/tty"),
                Path.of("/proc/self/environ"),
                Path.of("nowhere"),
                Path.of("/"))) {
            String name = to.equals(outside) ? "the secret" : to.toString();
            all.put("link to " + name, (directory, victim, random) -> {
                Files.delete(victim);
                Files.createSymbolicLink(victim, to);
            });
        }
        all.put("link to itself", (directory, victim, random) -> {
            Files.delete(victim);
            Files.createSymbolicLink(victim, victim);
        });
        all.put("all are links to the secret", (directory, victim, random) -> {
            for (Path file : files(directory)) {
                Files.delete(file);
                Files.createSymbolicLink(file, outside);
            }
        });
        all.put("the directory is a link", (directory, victim, random) -> {
            Path moved = outside.resolveSibling(directory.getFileName());
            Files.createDirectories(moved);
            for (Path file : files(directory)) {
                Files.write(moved.resolve(file.getFileName()), SECRET.getBytes(StandardCharsets.UTF_8));
                Files.delete(file);
            }
            Files.delete(directory);
            Files.createSymbolicLink(directory, moved);
        });
        all.put("the directory is a link to /etc", (directory, victim, random) -> {
            for (Path file : files(directory)) {
                Files.delete(file);
            }
            Files.delete(directory);
            Files.createSymbolicLink(directory, Path.of("/etc"));
        });
    }

    private static void kinds(Map<String, Mutation> all) {
        all.put("a FIFO", (directory, victim, random) -> fifo(victim));
        for (String name :
                List.of("manifest.json", "schema.cql", "nb_txn_write_8a9e7a40-5ff0-11ee-8c99-0242ac120002.log")) {
            all.put("a FIFO as " + name, (directory, victim, random) -> fifo(directory.resolve(name)));
            all.put("/dev/zero as " + name, (directory, victim, random) -> {
                Files.deleteIfExists(directory.resolve(name));
                Files.createSymbolicLink(directory.resolve(name), Path.of("/dev/zero"));
            });
            all.put("100 GiB as " + name, (directory, victim, random) -> sparse(directory.resolve(name)));
        }
        all.put("a directory", (directory, victim, random) -> {
            Files.delete(victim);
            Files.createDirectory(victim);
        });
        all.put("a deep directory", (directory, victim, random) -> {
            Files.delete(victim);
            Files.createDirectories(victim.resolve("a/b/c/d/e/f/g/h"));
        });
        all.put("100 GiB", (directory, victim, random) -> sparse(victim));
        all.put(
                "nobody may read it",
                (directory, victim, random) -> Files.setPosixFilePermissions(victim, java.util.Set.of()));
        all.put(
                "of the year 292278994",
                (directory, victim, random) ->
                        Files.setLastModifiedTime(victim, FileTime.from(Instant.ofEpochMilli(Long.MAX_VALUE))));
        all.put(
                "before 1970",
                (directory, victim, random) ->
                        Files.setLastModifiedTime(victim, FileTime.from(Instant.ofEpochSecond(-9_999_999_999L))));
    }

    /** A file of an SSTable, or now and then of the snapshot itself. */
    static Path pick(Path directory, Random random) throws IOException {
        List<Path> sstables = files(directory).stream()
                .filter(file -> file.getFileName().toString().contains("-big-") || random.nextInt(3) == 0)
                .toList();
        return sstables.get(random.nextInt(sstables.size()));
    }

    /** Sorted. */
    static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> each = Files.newDirectoryStream(directory)) {
            each.forEach(files::add);
        }
        files.sort(null);
        return files;
    }

    private static void fifo(Path place) throws IOException {
        Files.deleteIfExists(place);
        Command.of(List.of("mkfifo", place.toString())).run().orThrow();
    }

    private static void sparse(Path place) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(place.toFile(), "rw")) {
            file.setLength(HUGE);
        }
    }

    private static byte[] flipped(byte[] whole, int bits, Random random) {
        byte[] bytes = whole.clone();
        for (int i = 0; i < bits && bytes.length > 0; i++) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    private interface Overwriting {
        void of(ByteBuffer buffer);
    }

    private static byte[] overwritten(byte[] whole, Random random, Overwriting field) {
        byte[] bytes = whole.length < Long.BYTES ? new byte[Long.BYTES] : whole.clone();
        int last = bytes.length - Long.BYTES;
        // Lengths are often at the start.
        int at = random.nextBoolean() ? random.nextInt(Math.min(last, 64) + 1) : random.nextInt(last + 1);
        field.of(ByteBuffer.wrap(bytes, at, Long.BYTES));
        return bytes;
    }
}
