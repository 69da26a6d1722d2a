/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The files of a set in order. Stored as tab-separated lines of path, size and CRC32. */
public record FileIndex(List<Entry> files) {

    public FileIndex {
        files = List.copyOf(files);
    }

    /** @param path relative to the set's directory */
    public record Entry(String path, long size, int crc32) {
        private String line() {
            return path + '\t' + size + '\t' + HexFormat.of().toHexDigits(crc32);
        }

        private static Entry parse(String line) {
            String[] parts = line.split("\t", -1);
            return new Entry(parts[0], Long.parseLong(parts[1]), HexFormat.fromHexDigits(parts[2]));
        }
    }

    public long bytes() {
        return files.stream().mapToLong(Entry::size).sum();
    }

    /** The files of a directory, sorted by name. */
    public static FileIndex of(Path directory) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                entries.add(new Entry(file.getFileName().toString(), Files.size(file), crc32(file)));
            }
        }
        return new FileIndex(entries);
    }

    private static int crc32(Path file) throws IOException {
        CRC32 crc = new CRC32();
        byte[] buffer = new byte[1024 * 1024];
        try (InputStream in = Files.newInputStream(file)) {
            for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
                crc.update(buffer, 0, got);
            }
        }
        return (int) crc.getValue();
    }

    public static FileIndex read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return new FileIndex(lines.map(Entry::parse).toList());
        }
    }

    public void write(Path file) throws IOException {
        Files.writeString(file, files.stream().map(Entry::line).collect(Collectors.joining("\n", "", "\n")));
    }
}
