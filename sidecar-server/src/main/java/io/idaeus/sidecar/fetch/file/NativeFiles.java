/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.filemode.FileModes;
import io.idaeus.sidecar.linux.CLibrary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import org.jspecify.annotations.Nullable;

/** Calls the C library. Whoever creates a file closes its descriptor. One thread at a time for each file. */
public final class NativeFiles {
    // A FileChannel for each small file would double the CPU time, and cannot start writeback without waiting for it.

    private static final int SYNC_FILE_RANGE_WRITE = 2;
    private static final int POSIX_FADV_DONTNEED = 4;

    private final C c;

    NativeFiles(C c) {
        this.c = c;
    }

    // Public, because JNR implements it in another package.
    public interface C {
        int open(String path, int flags, int mode);

        long pwrite(int descriptor, ByteBuffer bytes, long count, long offset);

        int sync_file_range(int descriptor, long offset, long count, int flags);

        int fdatasync(int descriptor);

        int posix_fadvise(int descriptor, long offset, long count, int advice);

        int fsync(int descriptor);

        int syncfs(int descriptor);

        int close(int descriptor);

        int unlink(String path);
    }

    /** Null where it cannot be called. */
    public static @Nullable NativeFiles find() {
        C c = CLibrary.bind(C.class, "small files are fetched one by one");
        return c == null ? null : new NativeFiles(c);
    }

    /** Whether the C library and the JDK encode a path alike. */
    public static boolean canName(String path) {
        return CLibrary.canName(path);
    }

    /** @throws FileAlreadyExistsException even for a dangling symbolic link */
    int create(String path) throws IOException {
        int descriptor = c.open(
                path, CLibrary.O_WRONLY | CLibrary.O_CREAT | CLibrary.O_EXCL | CLibrary.O_CLOEXEC, FileModes.FILE);
        if (descriptor < 0) {
            int error = CLibrary.lastError();
            throw error == CLibrary.EEXIST ? new FileAlreadyExistsException(path) : failure("open", error);
        }
        return descriptor;
    }

    void write(int descriptor, ByteBuffer bytes, long at) throws IOException {
        long offset = at;
        while (bytes.hasRemaining()) {
            long written = c.pwrite(descriptor, bytes, bytes.remaining(), offset);
            check("write", written > 0 ? 0 : -1);
            bytes.position(bytes.position() + (int) written);
            offset += written;
        }
    }

    // Forcing many files afterwards waits for one commit of the file system.
    void beginWriteback(int descriptor) {
        // A failure shows when the file is forced.
        c.sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE);
    }

    void force(int descriptor) throws IOException {
        check("fdatasync", c.fdatasync(descriptor));
    }

    // Best effort.
    void evict(int descriptor) {
        c.posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    }

    int open(String path) throws IOException {
        int descriptor = c.open(path, CLibrary.O_RDONLY | CLibrary.O_CLOEXEC, 0);
        check("open", descriptor);
        return descriptor;
    }

    void forceDirectory(String path) throws IOException {
        int descriptor = open(path);
        try {
            check("fsync", c.fsync(descriptor));
        } finally {
            close(descriptor);
        }
    }

    /** @param descriptor of any file in it */
    void forceFileSystem(int descriptor) throws IOException {
        check("syncfs", c.syncfs(descriptor));
    }

    void close(int descriptor) {
        c.close(descriptor);
    }

    void delete(String path) {
        c.unlink(path);
    }

    private void check(String call, int result) throws IOException {
        if (result < 0) {
            throw failure(call, CLibrary.lastError());
        }
    }

    private static IOException failure(String call, int error) {
        return new IOException(
                switch (error) {
                    case CLibrary.ENOSPC -> "No space left on device";
                    case CLibrary.EDQUOT -> "Disk quota exceeded";
                    default -> call + " failed with errno " + error;
                });
    }
}
