/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.ring.Murmur3;
import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.util.Arrays;

/** Goes through the samples of Summary.db in their order. Reads many at once. Not thread-safe. */
final class SummarySamples {
    private static final int OFFSETS = 4096;
    private static final int BLOCK = 256 << 10;
    private static final int POSITION = Long.BYTES;
    private static final int MAX_SAMPLE = 0xffff + POSITION;

    private final ComponentFile file;
    // Where the offsets begin, from which they count.
    private final long base;
    private final int count;
    // Bytes of the offsets and samples.
    private final long size;

    private int read;
    // The offsets of the samples from offsetsAt on, and of the one after them.
    private long[] offsets = {};
    private int offsetsAt;
    private byte[] block = {};
    private long blockAt;

    private int keyAt;
    private int keyLength;
    private long token;
    private long position;

    SummarySamples(ComponentFile file, long base, int count, long size) {
        this.file = file;
        this.base = base;
        this.count = count;
        this.size = size;
    }

    /** Goes on to the next sample; false after the last one. */
    boolean next() throws SstableException {
        if (read == count) {
            return false;
        }
        if (read >= offsetsAt + offsets.length - 1) {
            readOffsets();
        }
        long from = offsets[read - offsetsAt];
        long to = offsets[read - offsetsAt + 1];
        if (from < 4L * count || to > size || to - from < POSITION || to - from > MAX_SAMPLE) {
            throw new Cursor(file.name(), new byte[0])
                    .corrupt("sample " + read + " from " + from + " to " + to + " (expected: within " + size
                            + " bytes)");
        }
        if (from < blockAt || to > blockAt + block.length) {
            block = file.read(base + from, (int) Math.min(Math.max(BLOCK, to - from), size - from));
            blockAt = from;
        }
        int at = (int) (from - blockAt);
        int end = (int) (to - blockAt) - POSITION;
        long before = read == 0 ? Long.MIN_VALUE : token;
        keyAt = at;
        keyLength = end - at;
        token = Murmur3.token(block, keyAt, keyLength);
        if (token < before) {
            throw new Cursor(file.name(), new byte[0])
                    .corrupt("sample " + read + " has token " + token + " after " + before
                            + " (expected: tokens that ascend)");
        }
        position = Long.reverseBytes(new Cursor(file.name(), Arrays.copyOfRange(block, end, end + POSITION)).i64());
        read++;
        return true;
    }

    private void readOffsets() throws SstableException {
        int some = Math.min(OFFSETS, count - read);
        boolean last = read + some == count;
        Cursor in = new Cursor(file.name(), file.read(base + 4L * read, 4 * (last ? some : some + 1)));
        offsets = new long[some + 1];
        offsetsAt = read;
        for (int i = 0; i < (last ? some : some + 1); i++) {
            offsets[i] = Integer.toUnsignedLong(Integer.reverseBytes(in.i32()));
        }
        if (last) {
            offsets[some] = size;
        }
    }

    long token() {
        return token;
    }

    /** A copy. */
    byte[] key() {
        return Arrays.copyOfRange(block, keyAt, keyAt + keyLength);
    }

    /** Where its entry begins in Index.db. */
    long position() {
        return position;
    }
}
