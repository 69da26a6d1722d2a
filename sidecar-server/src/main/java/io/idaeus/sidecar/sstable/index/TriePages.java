/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.checksum.Crc32;

/**
 * Pages of Partitions.db that lead to some partitions.
 *
 * @param root where the trie begins
 * @param crc checksum of the pages, one after the other
 */
public record TriePages(long root, ByteRanges pages, Crc32 crc) {
    public TriePages {
        if (pages.ranges().stream().noneMatch(range -> range.from() <= root && root < range.to())) {
            throw new IllegalArgumentException("a trie with its root at " + root + " (expected: in one of its pages)");
        }
    }
}
