/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.filemode.FileModes;
import io.idaeus.sidecar.sstable.file.FilterFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * Writes Filter.db (Cassandra's {@code BloomFilter}), with as many hashes and bits for a key as the source's has. Its
 * bits are a mapped file: they may be more than the heap holds.
 */
public final class FilterWriter implements AutoCloseable {
    private static final int HEAD = 2 * Integer.BYTES;
    // Cassandra's FilterFactory adds so many, and has no more than so many for a key.
    private static final int EXCESS = 20;
    private static final int MAX_BITS_A_KEY = 20;
    private static final int PART_BITS = 30;

    private static final String COMPONENT = "Filter.db";

    private final SliceFiles files;
    private final FileChannel channel;
    private final MappedByteBuffer[] parts;
    private final int hashes;
    private final long bits;

    /**
     * @param source its filter
     * @param sourceKeys keys in it
     * @param keys that will be added
     */
    public FilterWriter(SliceFiles files, FilterFile.Head source, long sourceKeys, long keys) throws IOException {
        this.files = files;
        hashes = source.hashes();
        long words = (keys * bitsPerKey(source, sourceKeys) + EXCESS - 1) / Long.SIZE + 1;
        bits = words * Long.SIZE;
        long size = HEAD + words * Long.BYTES;
        channel = FileModes.open(
                files.path(COMPONENT),
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE));
        parts = new MappedByteBuffer[(int) (((size - 1) >>> PART_BITS) + 1)];
        boolean handedOver = false;
        try {
            // On a full disk this throws; a write to a mapped page that has no place yet ends in an Error.
            allocate(size);
            ByteBuffer head = ByteBuffer.allocate(HEAD)
                    .putInt(hashes)
                    .putInt(Math.toIntExact(words))
                    .flip();
            channel.write(head, 0);
            for (int i = 0; i < parts.length; i++) {
                long from = (long) i << PART_BITS;
                parts[i] = channel.map(MapMode.READ_WRITE, from, Math.min(1L << PART_BITS, size - from));
            }
            handedOver = true;
        } finally {
            if (!handedOver) {
                channel.close();
            }
        }
    }

    private void allocate(long size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(64 << 10);
        for (long at = 0; at < size; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), size - at));
            at += channel.write(zeros, at);
        }
    }

    private static long bitsPerKey(FilterFile.Head source, long sourceKeys) {
        long bits = source.words() * Long.SIZE - EXCESS;
        return Math.max(1, Math.min(MAX_BITS_A_KEY, bits / Math.max(1, sourceKeys)));
    }

    /** @param hash both halves of the key's {@link io.idaeus.sidecar.ring.Murmur3#hash} */
    public void add(long[] hash) {
        long at = hash[1];
        for (int i = 0; i < hashes; i++) {
            long bit = Math.abs(at % bits);
            long place = HEAD + (bit >>> 3);
            MappedByteBuffer part = parts[(int) (place >>> PART_BITS)];
            int index = (int) (place & (1L << PART_BITS) - 1);
            part.put(index, (byte) (part.get(index) | 1 << (bit & 7)));
            at += hash[0];
        }
    }

    public void finish() throws IOException {
        CRC32 crc = new CRC32();
        for (MappedByteBuffer part : parts) {
            if (files.areDurable()) {
                part.force();
            }
            crc.update(part.duplicate().clear());
        }
        if (files.areDurable()) {
            channel.force(true);
        }
        files.finished(COMPONENT, channel.size(), Crc32.of(crc));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
