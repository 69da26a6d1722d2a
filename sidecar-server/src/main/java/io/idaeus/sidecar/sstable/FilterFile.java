/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.nio.file.Path;

/**
 * Filter.db: the number of hashes, the number of words, each as an int, then 8 bytes a word (Cassandra's {@code
 * BloomFilterSerializer}). No checksum is in it.
 */
public final class FilterFile {
    private static final int HEAD = 2 * Integer.BYTES;

    private FilterFile() {}

    /** @throws SstableException where its bytes are not as many as it says */
    public static void requireWhole(Path path) throws SstableException {
        try (ComponentFile file = ComponentFile.open(path)) {
            Cursor head = new Cursor(file.name(), file.read(0, HEAD));
            int hashes = head.i32();
            long words = head.i32();
            long expected = HEAD + words * Long.BYTES;
            if (hashes <= 0 || words <= 0 || file.size() != expected) {
                throw head.corrupt(file.size() + " bytes with " + hashes + " hashes and " + words
                        + " words (expected: at least one of both, and " + HEAD + " bytes and 8 for each word)");
            }
        }
    }
}
