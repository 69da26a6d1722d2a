/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Brings files into the state that a test wants, and skips it where that cannot be. */
public final class Pages {
    private Pages() {}

    /** Another look at a file. */
    public static CachedFile open(Path path) throws IOException {
        PageCache cache = PageCache.ofSystem();
        assumeTrue(cache != null, "the page cache can be asked on Linux only");
        return cache.open(path);
    }

    /** Takes pages out of memory; their bytes are on the disk. */
    public static void evict(Path path, long first, long end) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        try (CachedFile file = open(path)) {
            file.drop(new PageRange(first, end));
            assumeTrue(
                    !file.absent(first, end).isEmpty(), "a file system keeps its pages, or the caller owns no files");
        }
    }

    /** How many bytes of a file are not in memory. */
    public static long absentBytes(Path path, long size) throws IOException {
        try (CachedFile file = open(path)) {
            return file.absent(0, size).stream().mapToLong(PageRange::length).sum();
        }
    }
}
