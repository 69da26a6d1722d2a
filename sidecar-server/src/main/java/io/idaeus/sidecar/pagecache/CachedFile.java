/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.byref.LongLongByReference;

/** One file, as the page cache has it. Not thread-safe where it is closed; questions and advice may come from any thread. */
public final class CachedFile implements AutoCloseable {
    private static final int PROT_READ = 1;
    private static final int MAP_SHARED = 1;
    private static final int DONTNEED = 4;

    private static final long MAP_FAILED = -1;

    private final PageCache.C c;
    private final Path file;
    private final int descriptor;
    private final int nowhere;
    private final int page;

    CachedFile(PageCache.C c, Path file, int descriptor, int nowhere, int page) {
        this.c = c;
        this.file = file;
        this.descriptor = descriptor;
        this.nowhere = nowhere;
        this.page = page;
    }

    /** The start of the page in which a byte lies. */
    public long pageOf(long offset) {
        return offset / page * page;
    }

    /** Which pages of a range are not in memory, in order; none where the kernel does not tell. Reads nothing. */
    public List<PageRun> absent(long first, long end) {
        long start = pageOf(first);
        long length = end - start;
        // Mapped, never touched: so a file that shrinks raises no signal.
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
     * Reads pages from the disk and copies nothing: they are sent to /dev/null. What {@code POSIX_FADV_WILLNEED} brings is
     * single pages, whatever the file system can do (mm/readahead.c, force_page_cache_ra); what is read in order comes in
     * large folios, at a tenth of the CPU time. The kernel reads on beyond the end.
     *
     * @return how many bytes there were
     * @throws IOException when they cannot be read
     */
    public long read(PageRun run) throws IOException {
        LongLongByReference offset = new LongLongByReference(run.first());
        long left = run.length();
        while (left > 0) {
            long sent = c.sendfile(nowhere, descriptor, offset, left);
            if (sent < 0) {
                throw new IOException("%s: cannot be read at %d, error %d"
                        .formatted(
                                file, offset.longValue(), Runtime.getRuntime(c).getLastError()));
            }
            if (sent == 0) {
                break;
            }
            left -= sent;
        }
        return run.length() - left;
    }

    /** Lets clean pages go that nobody uses at this moment. */
    public void drop(PageRun run) {
        c.posix_fadvise(descriptor, run.first(), run.length(), DONTNEED);
    }

    @Override
    public void close() {
        c.close(descriptor);
    }

    private List<PageRun> absent(byte[] residency, long start) {
        List<PageRun> runs = new ArrayList<>(1);
        int from = 0;
        while (from < residency.length) {
            int to = from;
            while (to < residency.length && (residency[to] & 1) == (residency[from] & 1)) {
                to++;
            }
            if ((residency[from] & 1) == 0) {
                runs.add(new PageRun(start + (long) from * page, start + (long) to * page));
            }
            from = to;
        }
        return runs;
    }
}
