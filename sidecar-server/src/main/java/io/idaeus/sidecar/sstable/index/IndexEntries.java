/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Reads the entries of Index.db one after the other (Cassandra's BIG {@code RowIndexEntry}). Not thread-safe. */
public final class IndexEntries {
    private static final int KEY_LENGTH = 2;
    // The position in Data.db and the length of the row index, at their longest.
    private static final int VINTS = 2 * 9;
    // The head of a row index: the length of the partition's header, its deletion time, and the number of blocks.
    private static final int ROWS_HEAD = 9 + 12 + 9;
    // See RowsEntry.
    private static final int NO_DELETION = 0x80;
    private static final int DELETION = 11;

    private final ComponentFile file;
    private final int blockBytes;
    private final long size;

    private byte[] block = {};
    private long blockAt;
    private Cursor in;

    private long start;
    private int keyOffset;
    private int keyLength;
    private long position;
    private long rowsAt;
    private long end;

    /** @param blockBytes how much is read at once; keys in {@link #block} share it */
    public IndexEntries(ComponentFile file, int blockBytes) throws SstableException {
        this.file = file;
        this.blockBytes = blockBytes;
        size = file.size();
        in = new Cursor(file.name(), block);
    }

    /** The next entry is the one that begins there. */
    public void seek(long at) {
        end = at;
    }

    /** Goes on to the next entry; false at the end of the file. */
    public boolean next() throws SstableException {
        if (end >= size) {
            return false;
        }
        long at = end;
        load(at, KEY_LENGTH);
        int length = in.u16();
        load(at, KEY_LENGTH + length + VINTS + ROWS_HEAD);
        in.skip(KEY_LENGTH);
        int offset = in.position();
        in.skip(length);
        long dataAt = in.vint();
        long rowsFrom = blockAt + in.position();
        long rows = in.vint();
        long next = blockAt + in.position() + rows;
        if (rows < 0 || next < at || next > size) {
            throw in.corrupt("a row index of " + Long.toUnsignedString(rows) + " bytes at " + at
                    + " (expected: to end before " + size + ")");
        }
        if (rows > 0) {
            requireRows(at, length, rows, next);
        }
        start = at;
        keyOffset = offset;
        keyLength = length;
        position = dataAt;
        rowsAt = rowsFrom;
        end = next;
        return true;
    }

    // Its length decides where the next entry begins. After it: the length of the partition's header, which has
    // the key, a deletion time, the number of blocks, the blocks, and an int for each of them, where it begins: the
    // first at 0.
    private void requireRows(long at, int length, long rows, long next) throws SstableException {
        long header = in.vint();
        if ((in.u8() & NO_DELETION) == 0) {
            in.skip(DELETION);
        }
        long blocks = in.vint();
        boolean fits = blocks > 0 && blocks < rows / Integer.BYTES && header > KEY_LENGTH + length;
        if (!fits || int32(next - Integer.BYTES * blocks) != 0) {
            throw in.corrupt(
                    "a row index of " + rows + " bytes at " + at + ", with " + blocks + " blocks after a header of "
                            + header + " bytes (expected: the offsets of the blocks at its end)");
        }
    }

    private int int32(long at) throws SstableException {
        byte[] four = at >= blockAt && at + Integer.BYTES <= blockAt + block.length
                ? Arrays.copyOfRange(block, (int) (at - blockAt), (int) (at - blockAt) + Integer.BYTES)
                : file.read(at, Integer.BYTES);
        return new Cursor(file.name(), four).i32();
    }

    // Has the block hold so many bytes from there on, or as many as the file has, and the cursor stand there.
    private void load(long at, int bytes) throws SstableException {
        long blockEnd = blockAt + block.length;
        if (at < blockAt || (at + bytes > blockEnd && blockEnd < size)) {
            block = file.read(at, (int) Math.min(Math.max(bytes, blockBytes), size - at));
            blockAt = at;
            in = new Cursor(file.name(), block);
        }
        in.goTo((int) Math.min(at - blockAt, Integer.MAX_VALUE));
    }

    /** Where the entry begins in Index.db. */
    public long start() {
        return start;
    }

    /** Bytes that hold the entry's key, and do not change. */
    public byte[] block() {
        return block;
    }

    /** Where the entry begins in the block. */
    public int headOffset() {
        return keyOffset - KEY_LENGTH;
    }

    /** Where the key begins in the block. */
    public int keyOffset() {
        return keyOffset;
    }

    /** Bytes of the key. */
    public int keyLength() {
        return keyLength;
    }

    /** A copy. */
    public byte[] key() {
        return Arrays.copyOfRange(block, keyOffset, keyOffset + keyLength);
    }

    /** Where the partition begins in Data.db, uncompressed. */
    public long position() {
        return position;
    }

    /** Where the length of the row index begins in Index.db. What follows is relative to the partition. */
    public long rowsAt() {
        return rowsAt;
    }

    /** Where the length of the row index begins in the block. */
    public int rowsOffset() {
        return (int) (rowsAt - blockAt);
    }

    /** Bytes of the entry from there on that the block has: all, but for long row indexes. */
    public int rowsInBlock() {
        return (int) (Math.min(end, blockAt + block.length) - rowsAt);
    }

    /** Where the entry ends in Index.db. */
    public long end() {
        return end;
    }

    /** Adds bytes of Index.db to a checksum. */
    void update(CRC32 crc, long from, long to) throws SstableException {
        if (from >= blockAt && to <= blockAt + block.length) {
            crc.update(block, (int) (from - blockAt), (int) (to - from));
            return;
        }
        for (long at = from; at < to; at += blockBytes) {
            crc.update(file.read(at, (int) Math.min(blockBytes, to - at)));
        }
    }
}
