/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

/**
 * The pages of one body: read ahead of its sender, dropped from the page cache behind it. Offsets are of the body. Lives on
 * the channel's event loop.
 */
public interface BodyPages {
    /** Without read-ahead. */
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

    /** Tells that the bytes before {@code end} have left the process. */
    void flushed(long end);

    /** Tells that nothing more is sent. */
    void end();
}
