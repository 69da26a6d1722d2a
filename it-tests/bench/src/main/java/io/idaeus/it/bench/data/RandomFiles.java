/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.data;

import io.idaeus.it.bench.agent.FileIndex;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * Files with the same bytes on every machine, seeded by their number.
 *
 * @param filling of the next bytes; random bytes do not compress
 */
public record RandomFiles(List<Planned> files, Filling filling) {

    RandomFiles(List<Planned> files) {
        this(files, (buffer, random) -> random.nextBytes(buffer));
    }

    interface Filling {
        void fill(byte[] buffer, SplittableRandom random);
    }

    record Planned(String path, long size) {}

    public static RandomFiles equal(int count, long size) {
        return new RandomFiles(IntStream.range(0, count)
                .mapToObj(number -> new Planned("nb-" + number + "-big-Data.db", size))
                .toList());
    }

    /** The same files, filled with other bytes. */
    RandomFiles filledWith(Filling other) {
        return new RandomFiles(files, other);
    }

    int count() {
        return files.size();
    }

    public FileIndex write(Path directory) throws IOException {
        List<FileIndex.Entry> entries = new ArrayList<>();
        byte[] buffer = new byte[1024 * 1024];
        for (int number = 0; number < files.size(); number++) {
            Planned file = files.get(number);
            Path path = directory.resolve(file.path());
            Files.createDirectories(path.getParent());
            int crc32 = write(path, file.size(), new SplittableRandom(number), buffer);
            entries.add(new FileIndex.Entry(file.path(), file.size(), crc32));
        }
        return new FileIndex(entries);
    }

    private int write(Path path, long size, SplittableRandom random, byte[] buffer) throws IOException {
        CRC32 crc = new CRC32();
        try (OutputStream out = Files.newOutputStream(path)) {
            for (long left = size; left > 0; ) {
                filling.fill(buffer, random);
                int count = (int) Math.min(left, buffer.length);
                crc.update(buffer, 0, count);
                out.write(buffer, 0, count);
                left -= count;
            }
        }
        return (int) crc.getValue();
    }
}
