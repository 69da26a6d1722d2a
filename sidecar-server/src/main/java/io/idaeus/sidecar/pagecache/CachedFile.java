/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import io.idaeus.sidecar.linux.CLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jnr.ffi.Pointer;
import jnr.ffi.byref.LongLongByReference;

/** A file's pages in the page cache. Thread-safe, except {@link #close}. */
public final class CachedFile implements AutoCloseable {
    private static final int PROT_READ = 1;
    private static final int MAP_SHARED = 1;
    private static final int DONTNEED = 4;

    private static final long MAP_FAILED = -1;

    private final PageCache.C c;
    private final Path file;
    private final int descriptor;
    private final int devNull;
    private final int page;

    CachedFile(PageCache.C c, Path file, int descriptor, int devNull, int page) {
        this.c = c;
        this.file = file;
        this.descriptor = descriptor;
        this.devNull = devNull;
        this.page = page;
    }

    /** First byte of the page. */
    public long pageOf(long offset) {
        return offset / page * page;
    }

    /** Absent pages, in order. Empty where the kernel does not tell. */
    public List<PageRange> absent(long first, long end) {
        long start = pageOf(first);
        long length = end - start;
        // The mapping is never read, so a file that shrinks raises no SIGBUS.
        Pointer address = c.mmap(null, length, PROT_READ, MAP_SHARED, descriptor, start);
        if (address.address() == MAP_FAILED) {
            return List.of();
        }
        try {
            byte[] residency = new byte[(int) ((length + page - 1) / page)];
            return c.mincore(address, length, residency) == 0 ? absent(residency, start) : List.of();
        } finally {
            c.munmap(address, length);
        }
    }

    /**
     * Reads pages in.
     *
     * @return bytes read, fewer where the file ends earlier
     */
    // Sent to /dev/null, which copies nothing. POSIX_FADV_WILLNEED would bring single pages on every file system
    // (mm/readahead.c, force_page_cache_ra); sequential reads bring large folios, at a tenth of the CPU time.
    public long read(PageRange range) throws IOException {
        LongLongByReference offset = new LongLongByReference(range.first());
        long left = range.length();
        while (left > 0) {
            long sent = c.sendfile(devNull, descriptor, offset, left);
            if (sent < 0) {
                throw new IOException("%s: reading ahead failed at byte %d, errno %d"
                        .formatted(file, offset.longValue(), CLibrary.lastError()));
            }
            if (sent == 0) {
                break;
            }
            left -= sent;
        }
        return range.length() - left;
    }

    /** Drops clean, unused pages. */
    public void drop(PageRange range) {
        c.posix_fadvise(descriptor, range.first(), range.length(), DONTNEED);
    }

    @Override
    public void close() {
        c.close(descriptor);
    }

    private List<PageRange> absent(byte[] residency, long start) {
        List<PageRange> ranges = new ArrayList<>(1);
        int from = 0;
        while (from < residency.length) {
            int to = from;
            while (to < residency.length && (residency[to] & 1) == (residency[from] & 1)) {
                to++;
            }
            if ((residency[from] & 1) == 0) {
                ranges.add(new PageRange(start + (long) from * page, start + (long) to * page));
            }
            from = to;
        }
        return ranges;
    }
}
