/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads Index.db (Cassandra's BIG {@code RowIndexEntry}). */
final class IndexFile {
    private static final int MAX_HEAD = 2 + 0xffff + 9 + 9;
    private static final int SOME = 64 << 10;
    private static final int MANY = 1 << 20;

    private final ComponentFile file;

    IndexFile(ComponentFile file) {
        this.file = file;
    }

    /** Takes the keys in their order. */
    interface Keys {
        /** @param bytes hold the key from {@code offset} on, and do not change */
        void key(byte[] bytes, int offset, int length) throws SstableException;
    }

    byte[] firstKey() throws SstableException {
        Cursor in = new Cursor(file.name(), block(0, MAX_HEAD));
        return in.take(in.u16());
    }

    /** Reads each entry from {@code position} on. */
    byte[] lastKey(long position) throws SstableException {
        Last last = new Last();
        read(position, SOME, last);
        if (last.bytes == null) {
            throw new Cursor(file.name(), new byte[0]).corrupt("no entry at " + position + " of " + file.size());
        }
        return Arrays.copyOfRange(last.bytes, last.offset, last.offset + last.length);
    }

    void keys(Keys keys) throws SstableException {
        read(0, MANY, keys);
    }

    private void read(long position, int blockBytes, Keys keys) throws SstableException {
        long size = file.size();
        long at = position;
        while (at < size) {
            byte[] block = block(at, blockBytes + MAX_HEAD);
            Cursor in = new Cursor(file.name(), block);
            long next = at;
            while (next < size && next - at < blockBytes) {
                in.skip(next - at - in.position());
                int length = in.u16();
                int offset = in.position();
                in.skip(length);
                in.vint(); // position in Data.db
                long rows = in.vint();
                next = at + in.position() + rows;
                if (rows < 0 || next < at || next > size) {
                    throw in.corrupt("a row index of " + Long.toUnsignedString(rows) + " bytes at " + at
                            + " (expected: to end before " + size + ")");
                }
                keys.key(block, offset, length);
            }
            at = next;
        }
    }

    private byte[] block(long position, int length) throws SstableException {
        return file.read(position, (int) Math.max(0, Math.min(length, file.size() - position)));
    }

    private static final class Last implements Keys {
        private byte @Nullable [] bytes;
        private int offset;
        private int length;

        @Override
        public void key(byte[] in, int from, int count) {
            bytes = in;
            offset = from;
            length = count;
        }
    }
}
