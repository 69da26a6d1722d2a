/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.name.Component;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Source and destination of a slice in one directory, without a network. */
final class LocalCut {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ReadableSstable sstable;
    private final Path source;
    private final Path raw;

    /**
     * @param source has the SSTable's files
     * @param raw for what is fetched
     */
    LocalCut(ReadableSstable sstable, Path source, Path raw) {
        this.sstable = sstable;
        this.source = source;
        this.raw = raw;
    }

    Path file(String component) {
        return source.resolve(sstable.descriptor().fileName(component));
    }

    /** As the client reads it. */
    SliceDescription described(TokenRanges wanted) throws IOException {
        SstableFiles files = new SstableFiles(
                source,
                sstable.descriptor(),
                sstable.components().stream().map(Component::name).collect(Collectors.toSet()),
                Files.size(file("Data.db")));
        return JSON.readValue(JSON.writeValueAsBytes(SliceDescriber.describe(files, wanted)), SliceDescription.class);
    }

    /** Fetches what is described, and cuts it into an empty directory. */
    void cut(TokenRanges wanted, SliceParts parts, Path slice, boolean durable)
            throws IOException, SliceException, SstableException, InterruptedException {
        Map<String, Long> sizes =
                sstable.components().stream().collect(Collectors.toMap(Component::name, Component::size));
        DescribedSlice described = DescribedSlice.of(sstable.descriptor(), wanted, sizes, parts);
        empty(raw);
        for (RawFile file : described.files()) {
            byte[] whole = Files.readAllBytes(file(file.component()));
            byte[] fetched = file.excerpt() == null ? whole : excerpt(whole, file.excerpt());
            Files.write(raw.resolve(sstable.descriptor().fileName(file.component())), fetched);
            if (file.crc32() != null && !Crc32.of(fetched).equals(file.crc32())) {
                throw new SliceException(file.component() + ": another CRC32 than described");
            }
        }
        empty(slice);
        described.cut(raw, slice, durable, Runnable::run, 2);
    }

    private static void empty(Path path) throws IOException {
        Files.createDirectories(path);
        try (var files = Files.list(path)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private static byte[] excerpt(byte[] whole, ByteRanges ranges) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteRange range : ranges.ranges()) {
            bytes.write(whole, (int) range.from(), (int) range.length());
        }
        return bytes.toByteArray();
    }

    /** The checksum of each component. */
    static Map<String, Crc32> contents(Path slice) throws IOException {
        Map<String, Crc32> contents = new TreeMap<>();
        try (var files = Files.list(slice)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                contents.put(name.substring(name.lastIndexOf('-') + 1), Crc32.of(Files.readAllBytes(file)));
            }
        }
        return contents;
    }
}
