/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;

/**
 * An entry of Rows.db, for a partition that is long enough for an index of its rows (Cassandra's {@code TrieIndexEntry}
 * after the key). The index itself is before the entry.
 *
 * @param data where the partition begins in Data.db, uncompressed
 * @param dataAt where this position is in Rows.db, as a vint
 * @param dataLength bytes of the vint
 * @param end where the entry ends in Rows.db
 */
public record RowsEntry(PartitionKey key, long data, long dataAt, int dataLength, long end) {
    private static final int MAX = 2 + 0xffff + 9 + 9 + 5 + 12;
    // Deletion times of da and ea: one byte for none, whose highest bit is set, or 12 bytes.
    private static final int NO_DELETION = 0x80;
    private static final int DELETION = 11;

    /** @param position of the entry */
    public static RowsEntry read(ComponentFile file, long position) throws SstableException {
        Cursor in =
                new Cursor(file.name(), file.read(position, (int) Math.min(MAX, Math.max(0, file.size() - position))));
        PartitionKey key = new PartitionKey(in.take(in.u16()));
        int at = in.position();
        long data = in.vint();
        int length = in.position() - at;
        in.vint(); // the root of the index
        in.vint(); // the number of blocks
        if ((in.u8() & NO_DELETION) == 0) {
            in.skip(DELETION);
        }
        return new RowsEntry(key, data, position + at, length, position + in.position());
    }
}
