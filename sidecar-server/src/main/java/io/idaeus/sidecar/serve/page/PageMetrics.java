/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.page;

import java.util.concurrent.atomic.LongAdder;

/** Counters of read-ahead. Thread-safe. */
public final class PageMetrics {
    private final LongAdder readAheadBytes = new LongAdder();
    private final LongAdder droppedBytes = new LongAdder();

    public long readAheadBytes() {
        return readAheadBytes.sum();
    }

    public long droppedBytes() {
        return droppedBytes.sum();
    }

    void readAhead(long bytes) {
        readAheadBytes.add(bytes);
    }

    void dropped(long bytes) {
        droppedBytes.add(bytes);
    }
}
