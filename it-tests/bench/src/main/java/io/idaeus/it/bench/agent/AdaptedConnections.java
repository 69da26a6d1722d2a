/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.agent;

import io.idaeus.sidecar.fetch.ConnectionPermits;
import io.idaeus.sidecar.fetch.FileFetcher;
import io.idaeus.sidecar.fetch.SourceConnections;
import java.net.InetSocketAddress;
import java.util.concurrent.locks.LockSupport;

/** Adapts the number of connections while a pull runs, as a transfer does. Builds before that lack its classes. */
final class AdaptedConnections implements AutoCloseable {
    private static final long TICK_NANOS = 200_000_000;

    private final SourceConnections connections;
    private final Thread ticks = new Thread(this::tick, "adapt-connections");
    private volatile boolean over;

    AdaptedConnections(FileFetcher fetcher, InetSocketAddress peer, ConnectionPermits permits, long bytes) {
        connections = fetcher.adapt("bench", peer, permits);
        connections.expect(bytes);
        ticks.start();
    }

    void received(long bytes) {
        connections.received(bytes);
    }

    int number() {
        return connections.number();
    }

    private void tick() {
        while (!over) {
            connections.update(false);
            LockSupport.parkNanos(TICK_NANOS);
        }
    }

    @Override
    public void close() {
        over = true;
        try {
            ticks.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
