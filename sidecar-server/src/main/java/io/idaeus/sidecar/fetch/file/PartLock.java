/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/** Limits a part file to one fetch at a time. */
final class PartLock {

    private PartLock() {}

    /** Until the channel is closed. */
    static void take(FileChannel channel, Path part) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            throw new PartInUseException(part, "this sidecar", sameProcess);
        }
        if (lock == null) {
            throw new PartInUseException(part, "another process", null);
        }
    }
}
