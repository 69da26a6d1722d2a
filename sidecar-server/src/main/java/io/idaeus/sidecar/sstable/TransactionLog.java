/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.name.ComponentName;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The log of one operation: {@code ADD} and {@code REMOVE} records, each naming an SSTable, then {@code COMMIT} or
 * {@code ABORT}. Added SSTables are live from COMMIT on, removed ones until then. A crash leaves a broken last
 * record, which counts as not written; an earlier one means that the log is damaged.
 */
record TransactionLog(List<Entry> entries, boolean committed, boolean damaged) {
    enum Type {
        ADD,
        REMOVE,
        COMMIT,
        ABORT,
        INVALID
    }

    /** @param path absolute, up to the descriptor, as Cassandra sees it; empty for COMMIT and ABORT */
    record Entry(Type type, String path) {}

    private static final Pattern LINE = Pattern.compile(
            "(add|remove|commit|abort):\\[([^,]*),?([^,]*),?([^,]*)]\\[(\\d{1,10})]", Pattern.CASE_INSENSITIVE);

    // The text is the file's bytes as ISO-8859-1.
    static TransactionLog parse(String text) {
        List<Entry> entries = text.lines().map(TransactionLog::entry).toList();
        int valid = entries.size();
        if (valid > 0 && entries.get(valid - 1).type == Type.INVALID) {
            valid--;
        }
        List<Entry> trusted = entries.subList(0, valid);
        boolean committed = valid == entries.size() && valid > 0 && trusted.get(valid - 1).type == Type.COMMIT;
        boolean damaged = trusted.stream().anyMatch(entry -> entry.type == Type.INVALID);
        return new TransactionLog(trusted, committed, damaged);
    }

    private static Entry entry(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return new Entry(Type.INVALID, "");
        }
        Type type = Type.valueOf(matcher.group(1).toUpperCase(Locale.ROOT));
        byte[] path = matcher.group(2).getBytes(StandardCharsets.ISO_8859_1);
        boolean valid = checksum(type, path, matcher.group(3), matcher.group(4)).equals(matcher.group(5));
        return new Entry(valid ? type : Type.INVALID, new String(path, StandardCharsets.UTF_8));
    }

    // Over the path and the type, and for ADD and REMOVE the time and the number of files.
    private static String checksum(Type type, byte[] path, String time, String files) {
        long updateTime;
        int fileCount;
        try {
            updateTime = type == Type.REMOVE ? Long.parseLong(time) : 0;
            fileCount = type == Type.ADD || type == Type.REMOVE ? Integer.parseInt(files) : 0;
        } catch (NumberFormatException e) {
            return "";
        }
        CRC32 crc = new CRC32();
        if (type == Type.ADD || type == Type.REMOVE) {
            crc.update(path);
        }
        crc.update(type.name().getBytes(StandardCharsets.UTF_8));
        update(crc, (int) updateTime);
        update(crc, (int) (updateTime >>> 32));
        update(crc, fileCount);
        return Long.toString(crc.getValue());
    }

    private static void update(CRC32 crc, int value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            crc.update(value >>> shift);
        }
    }

    Set<Descriptor> unfinishedIn(Path directory) {
        Type type = committed ? Type.REMOVE : Type.ADD;
        return damaged ? Set.of() : descriptors(entries.stream().filter(entry -> entry.type == type), directory);
    }

    Set<Descriptor> undecidedIn(Path directory) {
        return damaged ? descriptors(entries.stream(), directory) : Set.of();
    }

    private static Set<Descriptor> descriptors(Stream<Entry> entries, Path directory) {
        return entries.map(entry -> descriptorIn(directory, entry.path))
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
    }

    // Compares only the last part of the directory: Cassandra may see the disk mounted elsewhere, and a table's ids
    // do not repeat across its data directories. But its indexes, in directories below it, use the same ids.
    private static Optional<Descriptor> descriptorIn(Path directory, String path) {
        try {
            Path file = Path.of(path);
            Path parent = file.getParent();
            if (parent == null
                    || !String.valueOf(parent.getFileName()).equals(String.valueOf(directory.getFileName()))) {
                return Optional.empty();
            }
            return ComponentName.parse(file.getFileName() + "Data.db").map(ComponentName::descriptor);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
