/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import io.idaeus.sidecar.disk.NotRegularFileException;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Platform;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads small files by the C library: a FileChannel for each would cost more than the calls. Thread-safe. */
public final class SmallReads {
    private static final Logger LOG = LoggerFactory.getLogger(SmallReads.class);

    // O_RDONLY, O_NONBLOCK, so that a FIFO does not block, O_NOFOLLOW and O_CLOEXEC, as x86-64 and AArch64 number them.
    private static final int OPEN_FLAGS_X86 = 0x800 | 0x20000 | 0x80000;
    private static final int OPEN_FLAGS_ARM = 0x800 | 0x8000 | 0x80000;
    private static final int SEEK_END = 2;
    private static final int ENOENT = 2;
    private static final int ELOOP = 40;

    private final C c;
    private final int openFlags;

    private SmallReads(C c, int openFlags) {
        this.c = c;
        this.openFlags = openFlags;
    }

    // Public, because jnr-ffi implements it in another package.
    public interface C {
        int open(String path, int flags);

        long lseek(int descriptor, long offset, int whence);

        long pread(int descriptor, ByteBuffer to, long count, long offset);

        int close(int descriptor);
    }

    /** Null where it cannot be called. */
    public static @Nullable SmallReads find() {
        Platform platform = Platform.getNativePlatform();
        if (platform.getOS() != Platform.OS.LINUX) {
            return null;
        }
        int flags =
                switch (platform.getCPU()) {
                    case X86_64 -> OPEN_FLAGS_X86;
                    case AARCH64 -> OPEN_FLAGS_ARM;
                    default -> 0;
                };
        if (flags == 0) {
            return null;
        }
        try {
            return new SmallReads(
                    LibraryLoader.create(C.class).failImmediately().load("c"), flags);
        } catch (LinkageError | RuntimeException e) {
            LOG.info("Small files are read by the JDK: the C library cannot be called", e);
            return null;
        }
    }

    /** Whether the C library and the JDK encode its path alike. */
    public static boolean canName(ServedFile file) {
        return file.path().toString().chars().allMatch(c -> c > 0 && c < 0x80);
    }

    /**
     * Appends bytes of a file. Follows no link.
     *
     * @param to a direct buffer with room for them
     * @throws NotRegularFileException when it is a link
     * @throws OpenFile.ChangedFileException when its size differs from the manifest's
     */
    public void read(ServedFile file, long from, int count, ByteBuf to) throws IOException {
        int descriptor = c.open(file.path().toString(), openFlags);
        if (descriptor < 0) {
            throw failure(file, "open");
        }
        try {
            long size = c.lseek(descriptor, 0, SEEK_END);
            if (size != file.size()) {
                throw new OpenFile.ChangedFileException(
                        "its size is " + size + " bytes (expected from the manifest: " + file.size() + ")");
            }
            read(file, descriptor, from, count, to);
        } finally {
            c.close(descriptor);
        }
    }

    private void read(ServedFile file, int descriptor, long from, int count, ByteBuf to) throws IOException {
        int left = count;
        while (left > 0) {
            ByteBuffer room = to.internalNioBuffer(to.writerIndex(), left);
            long read = c.pread(descriptor, room, left, from + count - left);
            if (read < 0) {
                throw failure(file, "read");
            }
            if (read == 0) {
                throw new EOFException("the file was truncated: it ends at byte " + (from + count - left)
                        + " (expected: " + file.size() + ")");
            }
            to.writerIndex(to.writerIndex() + (int) read);
            left -= (int) read;
        }
    }

    private IOException failure(ServedFile file, String call) {
        int error = Runtime.getRuntime(c).getLastError();
        return switch (error) {
            case ENOENT -> new NoSuchFileException(file.path().toString());
            case ELOOP -> new NotRegularFileException();
            default -> new IOException(call + " failed with errno " + error);
        };
    }
}
