/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The sidecar's own directory, held by one process at a time. */
final class StateDirectory implements AutoCloseable {
    private final FileChannel channel;

    private StateDirectory(FileChannel channel) {
        this.channel = channel;
    }

    static StateDirectory hold(Path directory) throws StartException {
        try {
            Files.createDirectories(directory);
            FileChannel channel =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                channel.close();
                throw new StartException(
                        "Another sidecar uses the stateDirectory " + directory + "; give each its own.", null);
            }
            return new StateDirectory(channel);
        } catch (IOException e) {
            throw new StartException(
                    "The stateDirectory " + directory + " cannot be written: " + e
                            + ". Create it for the user that runs the sidecar, or set another.",
                    e);
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // held within this process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
