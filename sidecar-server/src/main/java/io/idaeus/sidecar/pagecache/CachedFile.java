/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import java.util.ArrayList;
import java.util.List;
import jnr.ffi.Pointer;

/** One file, as the page cache has it. Not thread-safe where it is closed; questions and advice may come from any thread. */
public final class CachedFile implements AutoCloseable {
    private static final int PROT_READ = 1;
    private static final int MAP_SHARED = 1;
    private static final int WILLNEED = 3;
    private static final int DONTNEED = 4;

    private static final long MAP_FAILED = -1;

    private final PageCache.C c;
    private final int descriptor;
    private final int page;

    CachedFile(PageCache.C c, int descriptor, int page) {
        this.c = c;
        this.descriptor = descriptor;
        this.page = page;
    }

    /** Which pages of a range are not in memory, in order; none where the kernel does not tell. Reads nothing. */
    public List<PageRun> absent(long first, long end) {
        long start = first / page * page;
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

    /** Begins to read pages, without waiting for them. */
    public void willNeed(PageRun run) {
        c.posix_fadvise(descriptor, run.first(), run.length(), WILLNEED);
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
