/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;

/** Reads the footer of Partitions.db (Cassandra's BTI {@code PartitionIndex}). */
public final class PartitionsFile {
    private static final int FOOTER = 24;
    private static final int MAX_KEYS = 2 * (2 + 0xffff);

    private PartitionsFile() {}

    /**
     * @param keysAt where the trie ends, and the first and the last key begin
     * @param keys number of them
     * @param root of the trie
     */
    record Footer(long keysAt, long keys, long root) {}

    static Footer footer(ComponentFile file) throws SstableException {
        long size = file.size();
        Cursor footer = new Cursor(file.name(), file.read(size - FOOTER, FOOTER));
        long keysAt = footer.i64();
        long keyCount = footer.i64();
        long root = footer.i64();
        if (keysAt < 0 || keysAt > size - FOOTER || root < 0 || root > size || keyCount < 1) {
            throw footer.corrupt("a footer of keys at " + keysAt + ", root at " + root + ", " + keyCount
                    + " partitions, in " + size + " bytes");
        }
        return new Footer(keysAt, keyCount, root);
    }

    public static KeyRange keys(ComponentFile file) throws SstableException {
        long keysAt = footer(file).keysAt();
        int length = (int) Math.min(file.size() - FOOTER - keysAt, MAX_KEYS);
        Cursor keys = new Cursor(file.name(), file.read(keysAt, length));
        return KeyRange.of(file.name(), keys.take(keys.u16()), keys.take(keys.u16()));
    }
}
