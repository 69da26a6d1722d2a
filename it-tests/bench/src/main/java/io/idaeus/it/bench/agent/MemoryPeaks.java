/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;

/** Peaks of heap and direct memory, garbage included, sampled every 20 ms. */
final class MemoryPeaks {
    private long heap;
    private long direct;

    // Looking the beans up costs more than reading them.
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();

    private final List<BufferPoolMXBean> pools = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .toList();

    private MemoryPeaks() {}

    static MemoryPeaks watching() {
        MemoryPeaks peaks = new MemoryPeaks();
        Thread sampler = new Thread(peaks::sampleForever, "memory-peaks");
        sampler.setDaemon(true);
        sampler.start();
        return peaks;
    }

    synchronized long heap() {
        return heap;
    }

    /** The JDK's direct memory, and Netty's where it takes it past the JDK. */
    synchronized long direct() {
        return direct;
    }

    synchronized void reset() {
        heap = 0;
        direct = 0;
    }

    private void sampleForever() {
        try {
            while (true) {
                sample();
                Thread.sleep(20);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void sample() {
        heap = Math.max(heap, memory.getHeapMemoryUsage().getUsed());
        long jdk = pools.stream().mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
        // Buffers with a cleaner come from the JDK: its pool counts them already.
        long netty = PlatformDependent.useDirectBufferNoCleaner() ? PlatformDependent.usedDirectMemory() : 0;
        direct = Math.max(direct, jdk + netty);
    }
}
