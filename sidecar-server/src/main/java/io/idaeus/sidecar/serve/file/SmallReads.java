/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.file;

import io.idaeus.sidecar.disk.NotRegularFileException;
import io.idaeus.sidecar.linux.CLibrary;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Reads small files by the C library: a FileChannel for each would cost more than the calls. Thread-safe. */
public final class SmallReads {
    // A FIFO must not block.
    private static final int OPEN_FLAGS =
            CLibrary.O_RDONLY | CLibrary.O_NONBLOCK | CLibrary.O_NOFOLLOW | CLibrary.O_CLOEXEC;
    private static final int SEEK_END = 2;

    private final C c;

    private SmallReads(C c) {
        this.c = c;
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
        C c = CLibrary.bind(C.class, "the JDK reads small files");
        return c == null ? null : new SmallReads(c);
    }

    /** Whether the C library and the JDK encode its path alike. */
    public static boolean canName(ServedFile file) {
        return CLibrary.canName(file.path().toString());
    }

    /**
     * Appends bytes of a file. Follows no link.
     *
     * @param to a direct buffer with room for them
     * @throws NotRegularFileException when it is a link
     * @throws OpenFile.ChangedFileException when its size differs from the manifest's
     */
    public void read(ServedFile file, long from, int count, ByteBuf to) throws IOException {
        int descriptor = c.open(file.path().toString(), OPEN_FLAGS);
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
        int error = CLibrary.lastError();
        return switch (error) {
            case CLibrary.ENOENT -> new NoSuchFileException(file.path().toString());
            case CLibrary.ELOOP -> new NotRegularFileException();
            default -> new IOException(call + " failed with errno " + error);
        };
    }
}
