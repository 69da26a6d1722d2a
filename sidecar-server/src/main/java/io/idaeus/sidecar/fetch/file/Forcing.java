/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;

/** Makes files durable that were written without that. Thread-safe. */
public interface Forcing extends AutoCloseable {
    /** For systems on which nothing is written so. */
    Forcing NONE = new Forcing() {
        @Override
        public void expect(Path directory) {}

        @Override
        public void force(Collection<Received> received) {}

        @Override
        public void close() {}
    };

    /** @param bytes its size */
    record Received(Path file, long bytes) {}

    /** To be called before files are written there. */
    void expect(Path directory) throws IOException;

    /**
     * Where it fails, whatever was written since the last force must be deleted: the kernel forgets what it could not write,
     * and would not fail again.
     */
    void force(Collection<Received> received) throws IOException;

    /** Waits for a force. */
    @Override
    void close();
}
