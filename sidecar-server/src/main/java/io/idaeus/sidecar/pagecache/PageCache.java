/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import java.io.IOException;
import java.nio.file.Path;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Platform;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.Out;
import jnr.ffi.byref.LongLongByReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernel's page cache: which pages of a file it holds (mincore), and advice to it (posix_fadvise). Linux on x86-64 and
 * AArch64; elsewhere there is none. The kernel tells the truth to a file's owner and to those who may write it; to others
 * every page seems to be there.
 */
public final class PageCache {
    private static final Logger LOG = LoggerFactory.getLogger(PageCache.class);

    /** O_RDONLY, O_CLOEXEC and O_NONBLOCK, so that no FIFO that came in its place is waited for. */
    private static final int OPEN_FLAGS = 0x80000 | 0x800;

    /** O_WRONLY and O_CLOEXEC. */
    private static final int OPEN_TO_WRITE = 0x80000 | 1;

    private final C c;
    private final int nowhere;

    private PageCache(C c, int nowhere) {
        this.c = c;
        this.nowhere = nowhere;
    }

    /** What is used of the C library, on systems whose long and pointers have 64 bits. Public, because a class is made of it in another package. */
    public interface C {
        int open(String path, int flags);

        int close(int descriptor);

        /** A pointer, not a number: with six numbers jffi 1.3.9 passes a wrong offset. */
        Pointer mmap(@Nullable Pointer address, long length, int protection, int flags, int descriptor, long offset);

        int munmap(Pointer address, long length);

        int mincore(Pointer address, long length, @Out byte[] residency);

        int posix_fadvise(int descriptor, long offset, long length, int advice);

        long sendfile(int to, int from, LongLongByReference offset, long count);

        int getpagesize();
    }

    /** That of this system, one for the process; null where it cannot be asked. */
    public static @Nullable PageCache ofSystem() {
        return OfSystem.CACHE;
    }

    /**
     * Opens a file once more, to ask and advise.
     *
     * @throws IOException when it cannot be opened
     */
    public CachedFile open(Path file) throws IOException {
        int descriptor = c.open(file.toString(), OPEN_FLAGS);
        if (descriptor < 0) {
            throw new IOException(
                    file + ": cannot be opened, error " + Runtime.getRuntime(c).getLastError());
        }
        return new CachedFile(c, file, descriptor, nowhere, c.getpagesize());
    }

    private static final class OfSystem {
        private static final @Nullable PageCache CACHE = load();

        private static @Nullable PageCache load() {
            Platform platform = Platform.getNativePlatform();
            boolean known = platform.getCPU() == Platform.CPU.X86_64 || platform.getCPU() == Platform.CPU.AARCH64;
            if (platform.getOS() != Platform.OS.LINUX || !known) {
                return null;
            }
            try {
                C c = LibraryLoader.create(C.class).failImmediately().load("c");
                int nowhere = c.open("/dev/null", OPEN_TO_WRITE);
                if (nowhere < 0) {
                    LOG.info("/dev/null cannot be opened: files are read as they come");
                    return null;
                }
                return new PageCache(c, nowhere);
            } catch (LinkageError | RuntimeException e) {
                LOG.info("the page cache cannot be asked: files are read as they come", e);
                return null;
            }
        }
    }
}
