/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.wire.PerPeer;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What was fetched since the start. Any thread may read; event loops and disk threads add. */
public final class FetchMetrics {
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
    private final LongAdder writeNanos = new LongAdder();
    private final LongAdder crcNanos = new LongAdder();
    private final LongAdder throttledNanos = new LongAdder();
    private final LongAdder forceNanos = new LongAdder();
    private final ConcurrentHashMap<Reason, LongAdder> failures = new ConcurrentHashMap<>();

    private final @Nullable FetchMetrics whole;
    private final PerPeer<FetchMetrics> peers = new PerPeer<>(() -> new FetchMetrics(this));

    public FetchMetrics() {
        this(null);
    }

    private FetchMetrics(@Nullable FetchMetrics whole) {
        this.whole = whole;
    }

    /** Those of one peer; what they count is counted here too. Once per file or connection, not per buffer. */
    FetchMetrics of(InetSocketAddress peer) {
        return peers.of(peer.getHostString());
    }

    /** By host, without the port; a bounded number. */
    public Map<String, FetchMetrics> peers() {
        return peers.all();
    }

    /** Fetches and pieces that are tried again: lost, refused or spoilt on the way. */
    public long retries() {
        long failed = failures.values().stream().mapToLong(LongAdder::sum).sum();
        return piecesRetried.sum() + piecesWrong.sum() + staleConnections.sum() + failed;
    }

    /** Body bytes written to part files. */
    public long bytes() {
        return bytes.sum();
    }

    /** Files proven and renamed. */
    public long files() {
        return files.sum();
    }

    /** Bytes that earlier part files spared. */
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

    /** Kept connections that turned out to be closed by the peer when they were used again. */
    public long staleConnections() {
        return staleConnections.sum();
    }

    /** Pieces of large files that came whole. */
    public long pieces() {
        return pieces.sum();
    }

    /** Pieces that went on over another connection because the first was lost. */
    public long piecesRetried() {
        return piecesRetried.sum();
    }

    /** Pieces that came otherwise than the source has them, and were fetched again. */
    public long piecesWrong() {
        return piecesWrong.sum();
    }

    /** Answers that brought many files at once. */
    public long bundles() {
        return bundles.sum();
    }

    /** Those of {@link #bytes} that were written past the page cache. */
    public long directBytes() {
        return directBytes.sum();
    }

    /** Time threads spent in write. */
    public long writeNanos() {
        return writeNanos.sum();
    }

    /** Time event loops spent in CRC32. */
    public long crcNanos() {
        return crcNanos.sum();
    }

    /** Time disk threads spent forcing files. */
    public long forceNanos() {
        return forceNanos.sum();
    }

    /** Time connections did not read because of a rate, summed over all of them. */
    public long throttledNanos() {
        return throttledNanos.sum();
    }

    public Map<Reason, Long> failures() {
        Map<Reason, Long> counts = new EnumMap<>(Reason.class);
        failures.forEach((reason, count) -> counts.put(reason, count.sum()));
        return counts;
    }

    void received(long count, long crc, long write) {
        bytes.add(count);
        crcNanos.add(crc);
        writeNanos.add(write);
        if (whole != null) {
            whole.received(count, crc, write);
        }
    }

    void pieceReceived() {
        pieces.increment();
        if (whole != null) {
            whole.pieceReceived();
        }
    }

    void pieceRetried() {
        piecesRetried.increment();
        if (whole != null) {
            whole.pieceRetried();
        }
    }

    void pieceWrong() {
        piecesWrong.increment();
        if (whole != null) {
            whole.pieceWrong();
        }
    }

    void bundled() {
        bundles.increment();
        if (whole != null) {
            whole.bundled();
        }
    }

    void wroteDirectly(long count, long nanos) {
        directBytes.add(count);
        writeNanos.add(nanos);
        if (whole != null) {
            whole.wroteDirectly(count, nanos);
        }
    }

    void throttled(long nanos) {
        throttledNanos.add(nanos);
        if (whole != null) {
            whole.throttled(nanos);
        }
    }

    void fetched(long resumed) {
        files.increment();
        resumedBytes.add(resumed);
        if (whole != null) {
            whole.fetched(resumed);
        }
    }

    void mismatched() {
        mismatches.increment();
        if (whole != null) {
            whole.mismatched();
        }
    }

    void failed(Reason reason) {
        failures.computeIfAbsent(reason, r -> new LongAdder()).increment();
        if (whole != null) {
            whole.failed(reason);
        }
    }

    void connectionOpened() {
        connectionsOpened.increment();
        connectionsOpen.increment();
        if (whole != null) {
            whole.connectionOpened();
        }
    }

    void connectionClosed() {
        connectionsOpen.decrement();
        if (whole != null) {
            whole.connectionClosed();
        }
    }

    void staleConnection() {
        staleConnections.increment();
        if (whole != null) {
            whole.staleConnection();
        }
    }

    void forced(long nanos) {
        forceNanos.add(nanos);
        if (whole != null) {
            whole.forced(nanos);
        }
    }
}
