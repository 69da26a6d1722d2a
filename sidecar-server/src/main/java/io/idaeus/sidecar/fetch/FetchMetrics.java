/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.fetch.connection.ConnectionCounters;
import io.idaeus.sidecar.fetch.file.WriteCounters;
import io.idaeus.sidecar.wire.Counts;
import io.idaeus.sidecar.wire.PerPeer;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts what was fetched, in total and for each peer. Thread-safe. */
public final class FetchMetrics implements ConnectionCounters, WriteCounters {
    enum Count {
        BYTES,
        FILES,
        RESUMED_BYTES,
        MISMATCHES,
        CONNECTIONS_OPENED,
        CONNECTIONS_OPEN,
        STALE_CONNECTIONS,
        PIECES,
        PIECES_RETRIED,
        PIECES_WRONG,
        BUNDLES,
        DIRECT_BYTES,
        COMPRESSED_BYTES,
        DECOMPRESSED_BYTES,
        COMPRESSED_FAILURES,
        WRITE_NANOS,
        CRC_NANOS,
        THROTTLED_NANOS,
        FORCE_NANOS
    }

    private final Counts<Count> counts;
    private final ConcurrentHashMap<Reason, LongAdder> failures = new ConcurrentHashMap<>();

    private final @Nullable FetchMetrics total;
    private final PerPeer<FetchMetrics> peers = new PerPeer<>(() -> new FetchMetrics(this));

    public FetchMetrics() {
        this(null);
    }

    private FetchMetrics(@Nullable FetchMetrics total) {
        this.total = total;
        this.counts = new Counts<>(Count.class, total == null ? null : total.counts);
    }

    /** The peer's metrics count here too. Look them up once per file or connection. */
    FetchMetrics of(InetSocketAddress peer) {
        return peers.of(peer.getHostString());
    }

    /** By host without the port. Bounded in number. */
    public Map<String, FetchMetrics> peers() {
        return peers.all();
    }

    /** The retries of fetches and of pieces. */
    public long retries() {
        long failed = failures.values().stream().mapToLong(LongAdder::sum).sum();
        return counts.sum(Count.PIECES_RETRIED)
                + counts.sum(Count.PIECES_WRONG)
                + counts.sum(Count.STALE_CONNECTIONS)
                + failed;
    }

    public long bytes() {
        return counts.sum(Count.BYTES);
    }

    /** Files proven. */
    public long files() {
        return counts.sum(Count.FILES);
    }

    public long resumedBytes() {
        return counts.sum(Count.RESUMED_BYTES);
    }

    public long mismatches() {
        return counts.sum(Count.MISMATCHES);
    }

    public long connectionsOpened() {
        return counts.sum(Count.CONNECTIONS_OPENED);
    }

    public long connectionsOpen() {
        return counts.sum(Count.CONNECTIONS_OPEN);
    }

    public long staleConnections() {
        return counts.sum(Count.STALE_CONNECTIONS);
    }

    public long pieces() {
        return counts.sum(Count.PIECES);
    }

    public long piecesRetried() {
        return counts.sum(Count.PIECES_RETRIED);
    }

    /** Corrupted in transit and fetched again. */
    public long piecesWrong() {
        return counts.sum(Count.PIECES_WRONG);
    }

    public long bundles() {
        return counts.sum(Count.BUNDLES);
    }

    /** Written past the page cache. */
    public long directBytes() {
        return counts.sum(Count.DIRECT_BYTES);
    }

    /** The bytes of compressed responses, as they came over the network. */
    public long compressedBytes() {
        return counts.sum(Count.COMPRESSED_BYTES);
    }

    /** The bytes of files in {@link #compressedBytes}. */
    public long decompressedBytes() {
        return counts.sum(Count.DECOMPRESSED_BYTES);
    }

    /** Compressed responses that were invalid. */
    public long compressedFailures() {
        return counts.sum(Count.COMPRESSED_FAILURES);
    }

    public long writeNanos() {
        return counts.sum(Count.WRITE_NANOS);
    }

    public long crcNanos() {
        return counts.sum(Count.CRC_NANOS);
    }

    public long forceNanos() {
        return counts.sum(Count.FORCE_NANOS);
    }

    /** Over all connections. */
    public long throttledNanos() {
        return counts.sum(Count.THROTTLED_NANOS);
    }

    public Map<Reason, Long> failures() {
        Map<Reason, Long> counts = new EnumMap<>(Reason.class);
        failures.forEach((reason, count) -> counts.put(reason, count.sum()));
        return counts;
    }

    @Override
    public void received(long count, long crc, long write) {
        counts.add(Count.BYTES, count);
        counts.add(Count.CRC_NANOS, crc);
        counts.add(Count.WRITE_NANOS, write);
    }

    void blockReceived(int wire, int plain) {
        counts.add(Count.COMPRESSED_BYTES, wire);
        counts.add(Count.DECOMPRESSED_BYTES, plain);
    }

    void compressionFailed() {
        counts.increment(Count.COMPRESSED_FAILURES);
    }

    void pieceReceived() {
        counts.increment(Count.PIECES);
    }

    void pieceRetried() {
        counts.increment(Count.PIECES_RETRIED);
    }

    void pieceWrong() {
        counts.increment(Count.PIECES_WRONG);
    }

    void bundled() {
        counts.increment(Count.BUNDLES);
    }

    @Override
    public void wroteDirectly(long count, long nanos) {
        counts.add(Count.DIRECT_BYTES, count);
        counts.add(Count.WRITE_NANOS, nanos);
    }

    @Override
    public void throttled(long nanos) {
        counts.add(Count.THROTTLED_NANOS, nanos);
    }

    void fetched(long resumed) {
        counts.increment(Count.FILES);
        counts.add(Count.RESUMED_BYTES, resumed);
    }

    void mismatched() {
        counts.increment(Count.MISMATCHES);
    }

    void failed(Reason reason) {
        failures.computeIfAbsent(reason, r -> new LongAdder()).increment();
        if (total != null) {
            total.failed(reason);
        }
    }

    @Override
    public void connectionOpened() {
        counts.increment(Count.CONNECTIONS_OPENED);
        counts.increment(Count.CONNECTIONS_OPEN);
    }

    @Override
    public void connectionClosed() {
        counts.add(Count.CONNECTIONS_OPEN, -1);
    }

    @Override
    public void staleConnection() {
        counts.increment(Count.STALE_CONNECTIONS);
    }

    @Override
    public void forced(long nanos) {
        counts.add(Count.FORCE_NANOS, nanos);
    }
}
