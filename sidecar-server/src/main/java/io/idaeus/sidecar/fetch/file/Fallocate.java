/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.linux.CLibrary;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Allocates disk space with fallocate(2). Falls back to a sparse file. */
final class Fallocate implements Preallocation {
    // Allocated space: direct writes neither search for blocks nor wait for each other, and a full disk shows at once.

    private static final Logger LOG = LoggerFactory.getLogger(Fallocate.class);
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private final C c;

    private Fallocate(C c) {
        this.c = c;
    }

    // Public, because JNR implements it in another package.
    public interface C {
        int fallocate(int descriptor, int mode, long offset, long length);
    }

    static Preallocation orSparse() {
        C c = CLibrary.bind(C.class, "part files are created sparse");
        return c == null ? SPARSE : new Fallocate(c);
    }

    @Override
    public void extend(Path part, FileChannel channel, long size) throws IOException {
        int descriptor = descriptor(part);
        if (descriptor >= 0 && c.fallocate(descriptor, 0, 0, size) == 0) {
            return;
        }
        int error = CLibrary.lastError();
        if (descriptor >= 0 && (error == CLibrary.ENOSPC || error == CLibrary.EDQUOT)) {
            throw new IOException("No space left on device for " + size + " bytes");
        }
        SPARSE.extend(part, channel, size);
    }

    // -1 if unknown.
    private static int descriptor(Path part) throws IOException {
        // Not by opening the file again: closing that descriptor would release the lock.
        Path real = part.toRealPath();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : all) {
                if (Files.isSymbolicLink(descriptor)
                        && Files.readSymbolicLink(descriptor).equals(real)) {
                    return Integer.parseInt(descriptor.getFileName().toString());
                }
            }
        } catch (IOException | NumberFormatException closedMeanwhile) {
            LOG.debug("{}: cannot find its descriptor", part, closedMeanwhile);
        }
        return -1;
    }
}
