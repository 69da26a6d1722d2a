/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.slice.out.DataWriter;
import io.idaeus.sidecar.sstable.file.ByteWriter;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Chunks of the slice's Data.db that follow each other.
 *
 * @param from where it begins in the slice's Data.db, uncompressed
 * @param length uncompressed bytes
 * @param parts of the source that it is made of; those beyond its length are only read for a key that begins in it
 * @param partitions that begin in it, and the one before them if its key goes on
 */
record Batch(
        SourceData data,
        StoredBytes bytes,
        DataWriter writer,
        long from,
        int length,
        List<Part> parts,
        List<Partition> partitions)
        implements Callable<Batch.Done> {
    private static final int KEY_LENGTH = 2;

    /**
     * Bytes of the source.
     *
     * @param chunks that have them, and the key after them
     * @param from in its Data.db, uncompressed
     * @param next the key after them where they end a run
     * @param previous the partition before them where they begin a run
     */
    record Part(
            List<StoredChunk> chunks,
            long from,
            int length,
            @Nullable PartitionKey next,
            Run.@Nullable Previous previous) {}

    /** @param keys of those partitions whose keys were not known */
    record Done(DataWriter.Encoded encoded, List<byte[]> keys) {}

    @Override
    public Done call() throws IOException, SliceException {
        byte[] plain = read();
        List<byte[]> keys = new ArrayList<>();
        for (Partition partition : partitions) {
            byte[] key = partition.key();
            if (key == null) {
                byte[] found = partition.keyIn(plain, plain.length, from);
                if (found == null) {
                    throw new SliceException("Data.db: the key of the partition at " + partition.position()
                            + " of the slice goes beyond its run");
                }
                keys.add(found);
            } else if (!partition.isIn(plain, length, from, key)) {
                throw new SliceException("Data.db and Index.db differ: no partition of key " + PartitionKey.of(key)
                        + " begins where Index.db says");
            }
        }
        return new Done(writer.encode(plain, length), keys);
    }

    private byte[] read() throws IOException, SliceException {
        byte[] plain = new byte[parts.stream().mapToInt(Part::length).sum()];
        SourceData.Reader reader = data.reader(bytes);
        int at = 0;
        for (Part part : parts) {
            long end = part.from() + part.length();
            byte[] after = head(part.next());
            byte[] found = new byte[after.length];
            Run.Previous previous = part.previous();
            byte[] before = head(previous == null ? null : previous.key());
            byte[] foundBefore = new byte[before.length];
            for (StoredChunk chunk : part.chunks()) {
                byte[] contents = reader.read(chunk);
                copy(contents, chunk, part.from(), plain, at, part.length());
                copy(contents, chunk, end, found, 0, found.length);
                if (previous != null) {
                    copy(contents, chunk, previous.position(), foundBefore, 0, foundBefore.length);
                }
            }
            at += part.length();
            if (!Arrays.equals(found, after)) {
                throw noPartition(part.next(), end);
            }
            if (previous != null && !Arrays.equals(foundBefore, before)) {
                throw noPartition(previous.key(), previous.position());
            }
        }
        return plain;
    }

    private static SliceException noPartition(@Nullable PartitionKey key, long position) {
        return new SliceException("Data.db and its index differ: no partition of key " + key + " begins at " + position
                + " of Data.db, uncompressed");
    }

    /** Copies what a chunk has of some bytes that begin at a position of the source's Data.db. */
    private void copy(byte[] contents, StoredChunk chunk, long position, byte[] into, int at, int count) {
        long chunkFrom = chunk.index() * data.chunkLength();
        long begin = Math.max(position, chunkFrom);
        long end = Math.min(position + count, chunkFrom + chunk.length());
        if (begin < end) {
            System.arraycopy(
                    contents, (int) (begin - chunkFrom), into, at + (int) (begin - position), (int) (end - begin));
        }
    }

    private static byte[] head(@Nullable PartitionKey next) {
        if (next == null) {
            return new byte[0];
        }
        byte[] key = next.bytes();
        return new ByteWriter(KEY_LENGTH + key.length)
                .u16(key.length)
                .bytes(key)
                .toBytes();
    }

    /** Where the last byte of the source that a run needs is, exclusive. */
    static long checkedTo(Run run) {
        return run.dataTo() + head(run.next()).length;
    }
}
