/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

/** An agent's figures since the last {@code observe}: event-loop delay p99 in ms, heap bytes, direct bytes. */
final class Observed {
    private final EventLoopDelay delay = new EventLoopDelay();
    private final MemoryPeaks memory = MemoryPeaks.watching();

    EventLoopDelay delay() {
        return delay;
    }

    String takeWords() {
        String words = delay.p99Millis() + " " + memory.heap() + " " + memory.direct();
        memory.reset();
        return words;
    }
}
