/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

/** Reads Index.db (Cassandra's BIG {@code RowIndexEntry}). */
final class IndexFile {
    private static final int BLOCK = 64 << 10;
    private static final int MAX_HEAD = 2 + 0xffff + 9 + 9;

    private final ComponentFile file;

    IndexFile(ComponentFile file) {
        this.file = file;
    }

    byte[] firstKey() throws SstableException {
        Cursor in = at(0, MAX_HEAD);
        return in.take(in.u16());
    }

    /** Reads each entry from {@code position} on. */
    byte[] lastKey(long position) throws SstableException {
        long size = file.size();
        long at = position;
        byte[] last = null;
        while (at < size) {
            Cursor in = at(at, BLOCK + MAX_HEAD);
            long next = at;
            while (next < size && next - at < BLOCK) {
                in.skip(next - at - in.position());
                last = in.take(in.u16());
                in.vint(); // position in Data.db
                long rows = in.vint();
                next = at + in.position() + rows;
                if (rows < 0 || next < at || next > size) {
                    throw in.corrupt("a row index of " + Long.toUnsignedString(rows) + " bytes at " + at
                            + " (expected: to end before " + size + ")");
                }
            }
            at = next;
        }
        if (last == null) {
            throw at(0, 0).corrupt("no entry at " + position + " of " + size);
        }
        return last;
    }

    private Cursor at(long position, int length) throws SstableException {
        return new Cursor(
                file.name(), file.read(position, (int) Math.max(0, Math.min(length, file.size() - position))));
    }
}
