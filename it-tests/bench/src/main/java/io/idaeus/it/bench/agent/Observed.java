/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

/** What an agent knows of itself since the last {@code observe}: its words are stall p99 ms, heap bytes, direct bytes. */
final class Observed {
    private final Stalls stalls = new Stalls();
    private final MemoryPeaks memory = MemoryPeaks.watching();

    Stalls stalls() {
        return stalls;
    }

    String takeWords() {
        String words = stalls.p99Millis() + " " + memory.heap() + " " + memory.direct();
        memory.reset();
        return words;
    }
}
