/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

/** How many bytes a connection reads in its turn: about a millisecond's worth, judged by the last reads. */
final class AdaptiveReadSize {
    static final int MIN_BYTES = 64 * 1024;

    // Reading into cold memory takes several times as long as into warm memory.
    private static final long TARGET_NANOS = 1_000_000;

    private final int maxBytes;
    private int bytes;

    // maxBytes: MIN_BYTES or more
    AdaptiveReadSize(int maxBytes) {
        this.maxBytes = maxBytes;
        this.bytes = Math.max(MIN_BYTES, maxBytes / 4);
    }

    int bytes() {
        return bytes;
    }

    void observe(int read, long nanos) {
        if (read >= MIN_BYTES) {
            long within = read * TARGET_NANOS / Math.max(1, nanos) / MIN_BYTES * MIN_BYTES;
            bytes = (int) Math.max(MIN_BYTES, Math.min(within, Math.min(maxBytes, 2L * bytes)));
        }
    }
}
