/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import java.nio.file.Path;

/**
 * CRC.db of an SSTable that is not compressed: the length of a block of Data.db as an int, then the CRC32 of each block
 * (Cassandra's {@code ChecksumWriter}). Not thread-safe.
 */
public final class BlockChecksums implements AutoCloseable {
    private static final int MAX_BLOCK = 16 << 20;
    private static final int SOME = 4096;

    private final ComponentFile file;
    private final int blockLength;
    private final long blocks;
    private int[] read = {};
    private long readAt;

    private BlockChecksums(ComponentFile file) throws SstableException {
        this.file = file;
        Cursor in = new Cursor(file.name(), file.read(0, Integer.BYTES));
        blockLength = in.i32();
        blocks = file.size() / Integer.BYTES - 1;
        if (blockLength < 1 || blockLength > MAX_BLOCK || file.size() % Integer.BYTES != 0) {
            throw in.corrupt(file.size() + " bytes for blocks of " + blockLength
                    + " (expected: 4 bytes for each, which has at most " + MAX_BLOCK + ")");
        }
    }

    public static BlockChecksums open(Path path) throws SstableException {
        ComponentFile file = ComponentFile.open(path);
        try {
            return new BlockChecksums(file);
        } catch (SstableException e) {
            file.close();
            throw e;
        }
    }

    /** Bytes. */
    public int blockLength() {
        return blockLength;
    }

    /** Number of checksums. */
    public long blocks() {
        return blocks;
    }

    /** @param block from 0 to {@link #blocks}, exclusive */
    public int crc(long block) throws SstableException {
        if (block < readAt || block >= readAt + read.length) {
            int some = (int) Math.min(SOME, blocks - block);
            Cursor in = new Cursor(file.name(), file.read(Integer.BYTES * (block + 1), Integer.BYTES * some));
            int[] next = new int[some];
            for (int i = 0; i < some; i++) {
                next[i] = in.i32();
            }
            read = next;
            readAt = block;
        }
        return read[(int) (block - readAt)];
    }

    @Override
    public void close() throws SstableException {
        file.close();
    }
}
