/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;

/** Reads the keys of Index.db. */
public final class IndexFile {
    private static final int SOME = 64 << 10;
    private static final int MANY = 256 << 10;

    private final ComponentFile file;

    public IndexFile(ComponentFile file) {
        this.file = file;
    }

    /** Takes the keys in their order. */
    interface Keys {
        /** @param bytes hold the key from {@code offset} on, and do not change */
        void key(byte[] bytes, int offset, int length) throws SstableException;
    }

    public byte[] firstKey() throws SstableException {
        return from(0).key();
    }

    /** Reads each entry from {@code position} on. */
    public byte[] lastKey(long position) throws SstableException {
        IndexEntries entries = from(position);
        byte[] last;
        do {
            last = entries.key();
        } while (entries.next());
        return last;
    }

    private IndexEntries from(long position) throws SstableException {
        IndexEntries entries = new IndexEntries(file, SOME);
        entries.seek(position);
        if (!entries.next()) {
            throw new Cursor(file.name(), new byte[0]).corrupt("no entry at " + position + " of " + file.size());
        }
        return entries;
    }

    void keys(Keys keys) throws SstableException {
        IndexEntries entries = new IndexEntries(file, MANY);
        while (entries.next()) {
            keys.key(entries.block(), entries.keyOffset(), entries.keyLength());
        }
    }
}
