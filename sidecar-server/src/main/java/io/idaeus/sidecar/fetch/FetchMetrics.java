/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.connection.ConnectionCounters;
import io.idaeus.sidecar.fetch.file.WriteCounters;
import io.idaeus.sidecar.wire.PerPeer;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what was fetched, in total and for each peer. Thread-safe. */
public final class FetchMetrics implements ConnectionCounters, WriteCounters {
    private final LongAdder bytes = new LongAdder();
    private final LongAdder files = new LongAdder();
    private final LongAdder resumedBytes = new LongAdder();
    private final LongAdder mismatches = new LongAdder();
    private final LongAdder connectionsOpened = new LongAdder();
    private final LongAdder connectionsOpen = new LongAdder();
    private final LongAdder staleConnections = new LongAdder();
    private final LongAdder pieces = new LongAdder();
    private final LongAdder piecesRetried = new LongAdder();
    private final LongAdder piecesWrong = new LongAdder();
    private final LongAdder bundles = new LongAdder();
    private final LongAdder directBytes = new LongAdder();
    private final LongAdder compressedBytes = new LongAdder();
    private final LongAdder decompressedBytes = new LongAdder();
    private final LongAdder compressedFailures = new LongAdder();
    private final LongAdder writeNanos = new LongAdder();
    private final LongAdder crcNanos = new LongAdder();
    private final LongAdder throttledNanos = new LongAdder();
    private final LongAdder forceNanos = new LongAdder();
    private final ConcurrentHashMap<Reason, LongAdder> failures = new ConcurrentHashMap<>();

    private final @Nullable FetchMetrics total;
    private final PerPeer<FetchMetrics> peers = new PerPeer<>(() -> new FetchMetrics(this));

    public FetchMetrics() {
        this(null);
    }

    private FetchMetrics(@Nullable FetchMetrics total) {
        this.total = total;
    }

    /** The peer's metrics count here too. Look them up once per file or connection. */
    FetchMetrics of(InetSocketAddress peer) {
        return peers.of(peer.getHostString());
    }

    /** By host without the port. Bounded in number. */
    public Map<String, FetchMetrics> peers() {
        return peers.all();
    }

    /** Of fetches and pieces. */
    public long retries() {
        long failed = failures.values().stream().mapToLong(LongAdder::sum).sum();
        return piecesRetried.sum() + piecesWrong.sum() + staleConnections.sum() + failed;
    }

    public long bytes() {
        return bytes.sum();
    }

    /** Files proven. */
    public long files() {
        return files.sum();
    }

    public long resumedBytes() {
        return resumedBytes.sum();
    }

    public long mismatches() {
        return mismatches.sum();
    }

    public long connectionsOpened() {
        return connectionsOpened.sum();
    }

    public long connectionsOpen() {
        return connectionsOpen.sum();
    }

    public long staleConnections() {
        return staleConnections.sum();
    }

    public long pieces() {
        return pieces.sum();
    }

    public long piecesRetried() {
        return piecesRetried.sum();
    }

    /** Corrupted in transit and fetched again. */
    public long piecesWrong() {
        return piecesWrong.sum();
    }

    public long bundles() {
        return bundles.sum();
    }

    /** Written past the page cache. */
    public long directBytes() {
        return directBytes.sum();
    }

    /** Of compressed responses, as they came over the network. */
    public long compressedBytes() {
        return compressedBytes.sum();
    }

    /** The bytes of files in {@link #compressedBytes}. */
    public long decompressedBytes() {
        return decompressedBytes.sum();
    }

    /** Compressed responses that were invalid. */
    public long compressedFailures() {
        return compressedFailures.sum();
    }

    public long writeNanos() {
        return writeNanos.sum();
    }

    public long crcNanos() {
        return crcNanos.sum();
    }

    public long forceNanos() {
        return forceNanos.sum();
    }

    /** Over all connections. */
    public long throttledNanos() {
        return throttledNanos.sum();
    }

    public Map<Reason, Long> failures() {
        Map<Reason, Long> counts = new EnumMap<>(Reason.class);
        failures.forEach((reason, count) -> counts.put(reason, count.sum()));
        return counts;
    }

    @Override
    public void received(long count, long crc, long write) {
        bytes.add(count);
        crcNanos.add(crc);
        writeNanos.add(write);
        if (total != null) {
            total.received(count, crc, write);
        }
    }

    void blockReceived(int wire, int plain) {
        compressedBytes.add(wire);
        decompressedBytes.add(plain);
        if (total != null) {
            total.blockReceived(wire, plain);
        }
    }

    void compressionFailed() {
        compressedFailures.increment();
        if (total != null) {
            total.compressionFailed();
        }
    }

    void pieceReceived() {
        pieces.increment();
        if (total != null) {
            total.pieceReceived();
        }
    }

    void pieceRetried() {
        piecesRetried.increment();
        if (total != null) {
            total.pieceRetried();
        }
    }

    void pieceWrong() {
        piecesWrong.increment();
        if (total != null) {
            total.pieceWrong();
        }
    }

    void bundled() {
        bundles.increment();
        if (total != null) {
            total.bundled();
        }
    }

    @Override
    public void wroteDirectly(long count, long nanos) {
        directBytes.add(count);
        writeNanos.add(nanos);
        if (total != null) {
            total.wroteDirectly(count, nanos);
        }
    }

    @Override
    public void throttled(long nanos) {
        throttledNanos.add(nanos);
        if (total != null) {
            total.throttled(nanos);
        }
    }

    void fetched(long resumed) {
        files.increment();
        resumedBytes.add(resumed);
        if (total != null) {
            total.fetched(resumed);
        }
    }

    void mismatched() {
        mismatches.increment();
        if (total != null) {
            total.mismatched();
        }
    }

    void failed(Reason reason) {
        failures.computeIfAbsent(reason, r -> new LongAdder()).increment();
        if (total != null) {
            total.failed(reason);
        }
    }

    @Override
    public void connectionOpened() {
        connectionsOpened.increment();
        connectionsOpen.increment();
        if (total != null) {
            total.connectionOpened();
        }
    }

    @Override
    public void connectionClosed() {
        connectionsOpen.decrement();
        if (total != null) {
            total.connectionClosed();
        }
    }

    @Override
    public void staleConnection() {
        staleConnections.increment();
        if (total != null) {
            total.staleConnection();
        }
    }

    @Override
    public void forced(long nanos) {
        forceNanos.add(nanos);
        if (total != null) {
            total.forced(nanos);
        }
    }
}
