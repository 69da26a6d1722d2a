/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import io.idaeus.sidecar.linux.CLibrary;
import java.io.IOException;
import java.nio.file.Path;
import jnr.ffi.Pointer;
import jnr.ffi.annotations.Out;
import jnr.ffi.byref.LongLongByReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernel's page cache (mincore, posix_fadvise), on Linux on x86-64 and AArch64. To a process that neither owns a
 * file nor may write it, the kernel reports every page as present.
 */
public final class PageCache {
    private static final Logger LOG = LoggerFactory.getLogger(PageCache.class);

    // Opening a FIFO must not block.
    private static final int OPEN_FLAGS = CLibrary.O_RDONLY | CLibrary.O_NONBLOCK | CLibrary.O_CLOEXEC;
    private static final int OPEN_TO_WRITE = CLibrary.O_WRONLY | CLibrary.O_CLOEXEC;

    private final C c;
    private final int devNull;

    private PageCache(C c, int devNull) {
        this.c = c;
        this.devNull = devNull;
    }

    // Public, because jnr-ffi implements it in another package.
    public interface C {
        int open(String path, int flags);

        int close(int descriptor);

        // The address is a Pointer: with six numbers jffi 1.3.9 passes a wrong offset.
        Pointer mmap(@Nullable Pointer address, long length, int protection, int flags, int descriptor, long offset);

        int munmap(Pointer address, long length);

        int mincore(Pointer address, long length, @Out byte[] residency);

        int posix_fadvise(int descriptor, long offset, long length, int advice);

        long sendfile(int to, int from, LongLongByReference offset, long count);

        int getpagesize();
    }

    /** Null where it cannot be queried. */
    public static @Nullable PageCache ofSystem() {
        return OfSystem.CACHE;
    }

    public CachedFile open(Path file) throws IOException {
        int descriptor = c.open(file.toString(), OPEN_FLAGS);
        if (descriptor < 0) {
            throw new IOException(file + ": cannot be opened for page-cache queries, errno " + CLibrary.lastError());
        }
        return new CachedFile(c, file, descriptor, devNull, c.getpagesize());
    }

    private static final class OfSystem {
        private static final @Nullable PageCache CACHE = load();

        private static @Nullable PageCache load() {
            C c = CLibrary.bind(C.class, "nothing is read ahead");
            if (c == null) {
                return null;
            }
            int devNull = c.open("/dev/null", OPEN_TO_WRITE);
            if (devNull < 0) {
                LOG.info("nothing is read ahead: /dev/null cannot be opened");
                return null;
            }
            return new PageCache(c, devNull);
        }
    }
}
