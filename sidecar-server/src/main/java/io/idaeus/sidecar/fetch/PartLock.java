/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import org.jspecify.annotations.Nullable;

/** Keeps a part file to one fetch at a time. */
final class PartLock {

    private PartLock() {}

    /**
     * Locks a part file until the channel is closed.
     *
     * @throws FetchException IN_USE where another fetch has it open
     */
    static void take(FileChannel channel, FetchRequest request) throws IOException, FetchException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException sameProcess) {
            throw inUse(request, "this sidecar", sameProcess);
        }
        if (lock == null) {
            throw inUse(request, "another process", null);
        }
    }

    private static FetchException inUse(FetchRequest request, String whose, @Nullable Throwable cause) {
        return new FetchException(
                Reason.IN_USE,
                request.part() + " is open in another fetch of " + whose + " (expected: one at a time)",
                cause);
    }
}
