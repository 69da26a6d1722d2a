/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import java.nio.file.Path;

/**
 * Filter.db: the number of hashes, the number of words, each as an int, then 8 bytes a word (Cassandra's {@code
 * BloomFilterSerializer}). No checksum is in it.
 */
public final class FilterFile {
    private static final int HEAD = 2 * Integer.BYTES;

    private FilterFile() {}

    /**
     * The head of a filter, which gives its size.
     *
     * @param words of 64 bits
     */
    public record Head(int hashes, long words) {}

    public static Head head(Path path) throws SstableException {
        try (ComponentFile file = ComponentFile.open(path)) {
            return head(file);
        }
    }

    private static Head head(ComponentFile file) throws SstableException {
        Cursor in = new Cursor(file.name(), file.read(0, HEAD));
        return new Head(in.i32(), in.i32());
    }

    /** @throws SstableException where its bytes are not as many as it says */
    public static void requireWhole(Path path) throws SstableException {
        try (ComponentFile file = ComponentFile.open(path)) {
            Head head = head(file);
            long expected = HEAD + head.words() * Long.BYTES;
            if (head.hashes() <= 0 || head.words() <= 0 || file.size() != expected) {
                throw new Cursor(file.name(), new byte[0])
                        .corrupt(file.size() + " bytes with " + head.hashes() + " hashes and " + head.words()
                                + " words (expected: at least one of both, and " + HEAD
                                + " bytes and 8 for each word)");
            }
        }
    }
}
