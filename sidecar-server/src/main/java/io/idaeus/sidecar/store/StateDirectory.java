/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.store;

import io.idaeus.sidecar.filemode.FileModes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sidecar's own directory, locked by one process at a time. */
public final class StateDirectory implements AutoCloseable {
    private final FileChannel channel;

    private StateDirectory(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * @throws IllegalArgumentException where the directory cannot be used as it is configured
     * @throws IOException where it can be used later. Both with a message for the operator
     */
    public static StateDirectory lock(Path directory) throws IOException {
        FileChannel channel;
        FileLock lock;
        try {
            FileModes.createDirectories(directory);
            channel = FileModes.open(
                    directory.resolve("lock"), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
            lock = tryLock(channel);
        } catch (IOException e) {
            throw unusable(directory, e);
        }
        if (lock == null) {
            channel.close();
            throw new IOException(
                    "Another sidecar uses the stateDirectory " + directory + ". Give each sidecar its own.");
        }
        return new StateDirectory(channel);
    }

    private static IOException unusable(Path directory, IOException e) {
        String user = System.getProperty("user.name");
        String message =
                "The stateDirectory " + directory + " cannot be written by " + user + ", who runs this sidecar: "
                        + (e instanceof AccessDeniedException denied ? "no permission for " + denied.getFile() : e)
                        + ". Create it as root: install -d -m 0750 -o " + user + " " + directory
                        + ". Or set stateDirectory to a directory of this user.";
        boolean mayPass = !(e instanceof AccessDeniedException
                || e instanceof NotDirectoryException
                || e instanceof FileAlreadyExistsException
                || String.valueOf(e.getMessage()).contains("Not a directory"));
        if (mayPass) {
            return new IOException(message, e);
        }
        throw new IllegalArgumentException(message, e);
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // locked within this process
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
