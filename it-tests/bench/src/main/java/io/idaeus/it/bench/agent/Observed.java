/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

/** An agent's figures since the last {@code observe}: event-loop delay p99 in ms, heap bytes, direct bytes. */
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
