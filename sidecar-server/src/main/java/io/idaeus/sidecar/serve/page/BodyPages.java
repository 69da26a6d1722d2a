/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

/**
 * Reads a body's pages ahead of its sender and drops them afterwards. Offsets are of the body. Lives on the channel's
 * event loop.
 */
public interface BodyPages {
    BodyPages NONE = new BodyPages() {
        @Override
        public boolean permits(long end) {
            return true;
        }

        @Override
        public void flushed(long end) {}

        @Override
        public void end() {}
    };

    /** Whether the bytes before {@code end} are in memory. Where not, the sender is resumed once they are. */
    boolean permits(long end);

    /** The bytes before {@code end} have left the process. */
    void flushed(long end);

    void end();
}
