/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.wire.ComponentPath;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** Files of one made-up SSTable in one made-up snapshot, as a data plane sees them. */
public final class SnapshotFiles implements ServedFiles {
    private final Path directory;
    private final Map<ComponentPath, ServedFile> files = new ConcurrentHashMap<>();

    public SnapshotFiles(Path directory) {
        this.directory = directory;
    }

    public static ComponentPath path(String component) {
        return new ComponentPath("backup-1", "shop", "orders", "nb-7-big", component);
    }

    public static byte[] bytes(int count, long seed) {
        byte[] bytes = new byte[count];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    /** Rows of text, which shrink to less than half. */
    public static byte[] text(int count, long seed) {
        Random random = new Random(seed);
        StringBuilder rows = new StringBuilder(count + 200);
        for (int row = 0; rows.length() < count; row++) {
            rows.append("order ").append(row).append(" of customer ").append(random.nextInt(1_000_000));
            rows.append(", status: ")
                    .append(random.nextBoolean() ? "shipped" : "pending")
                    .append(", total: ");
            rows.append(Long.toString(random.nextLong(), 36)).append('\n');
        }
        rows.setLength(count);
        return rows.toString().getBytes(StandardCharsets.US_ASCII);
    }

    public static Crc32 crc32(byte[] bytes) {
        return Crc32.of(bytes);
    }

    public ServedFile add(String component, byte[] content) {
        try {
            Path file = Files.write(directory.resolve("nb-7-big-" + component), content);
            return list(component, new ServedFile(file, content.length, crc32(content)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** A file of zeros that takes no room. */
    public ServedFile addSparse(String component, long size, int crc32) throws IOException {
        return addSparse(component, size, new Crc32(crc32));
    }

    /** As above. */
    public ServedFile addSparse(String component, long size, Crc32 crc32) throws IOException {
        Path file = directory.resolve("nb-7-big-" + component);
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(size);
        }
        return list(component, new ServedFile(file, size, crc32));
    }

    public ServedFile list(String component, ServedFile file) {
        files.put(path(component), file);
        return file;
    }

    public void clear() {
        files.clear();
    }

    @Override
    public Optional<ServedFile> find(String tag, String keyspace, String table, String sstable, String component) {
        return Optional.ofNullable(files.get(new ComponentPath(tag, keyspace, table, sstable, component)));
    }
}
