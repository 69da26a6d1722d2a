/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.wire.PerPeer;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What the data plane has served since it started. Any thread may read; the event loops add. */
public final class ServeMetrics {
    private final LongAdder sendfileBytes = new LongAdder();
    private final LongAdder tlsBytes = new LongAdder();
    private final LongAdder copiedBytes = new LongAdder();
    private final LongAdder bundles = new LongAdder();
    private final LongAdder refusedPaths = new LongAdder();
    private final LongAdder connectionsAccepted = new LongAdder();
    private final LongAdder connectionsRefused = new LongAdder();
    private final LongAdder connectionsOpen = new LongAdder();
    private final LongAdder idleDropped = new LongAdder();
    private final LongAdder slowDropped = new LongAdder();
    private final LongAdder abortedResponses = new LongAdder();
    private final LongAdder readAheadBytes = new LongAdder();
    private final LongAdder droppedPageBytes = new LongAdder();
    private final ConcurrentHashMap<Integer, LongAdder> responses = new ConcurrentHashMap<>();

    private final @Nullable ServeMetrics whole;
    private final PerPeer<ServeMetrics> peers = new PerPeer<>(() -> new ServeMetrics(this));

    public ServeMetrics() {
        this(null);
    }

    private ServeMetrics(@Nullable ServeMetrics whole) {
        this.whole = whole;
    }

    /** Those of one peer; what they count is counted here too. Once per connection. */
    ServeMetrics of(InetAddress peer) {
        return peers.of(NetUtil.toAddressString(peer));
    }

    /** By address; a bounded number. */
    public Map<String, ServeMetrics> peers() {
        return peers.all();
    }

    /** Body bytes that left through sendfile. */
    public long sendfileBytes() {
        return sendfileBytes.sum();
    }

    /** Body bytes that were read, encrypted and written. */
    public long tlsBytes() {
        return tlsBytes.sum();
    }

    /** Body bytes, however they left. */
    public long bytes() {
        return sendfileBytes() + tlsBytes() + copiedBytes();
    }

    /** Body bytes of small files that were read, gathered and written. */
    public long copiedBytes() {
        return copiedBytes.sum();
    }

    /** Responses that held many files. */
    public long bundles() {
        return bundles.sum();
    }

    /** Requests whose path tried what no path may: dots, encoded separators, NUL and the like, or led to a link. */
    public long refusedPaths() {
        return refusedPaths.sum();
    }

    public long connectionsAccepted() {
        return connectionsAccepted.sum();
    }

    /** Connections above a limit. */
    public long connectionsRefused() {
        return connectionsRefused.sum();
    }

    public long connectionsOpen() {
        return connectionsOpen.sum();
    }

    /** Connections closed because no whole request head came in time. */
    public long idleDropped() {
        return idleDropped.sum();
    }

    /** Connections closed because their reader was slower than the minimum. */
    public long slowDropped() {
        return slowDropped.sum();
    }

    /** Responses that ended before their last byte, for whatever reason. */
    public long abortedResponses() {
        return abortedResponses.sum();
    }

    /** Bytes that were not in memory and were read from the disk before their turn. */
    public long readAheadBytes() {
        return readAheadBytes.sum();
    }

    /** Bytes that were not in memory before, and that the page cache was told to let go. */
    public long droppedPageBytes() {
        return droppedPageBytes.sum();
    }

    /** Responses by HTTP status, counted when the head is written. */
    public Map<Integer, Long> responses() {
        Map<Integer, Long> counts = new TreeMap<>();
        responses.forEach((status, count) -> counts.put(status, count.sum()));
        return counts;
    }

    void addSent(long bytes, boolean tls) {
        (tls ? tlsBytes : sendfileBytes).add(bytes);
        if (whole != null) {
            whole.addSent(bytes, tls);
        }
    }

    void addCopied(long bytes) {
        copiedBytes.add(bytes);
        if (whole != null) {
            whole.addCopied(bytes);
        }
    }

    void bundled() {
        bundles.increment();
        if (whole != null) {
            whole.bundled();
        }
    }

    void refusedPath() {
        refusedPaths.increment();
        if (whole != null) {
            whole.refusedPath();
        }
    }

    void connectionOpened() {
        connectionsAccepted.increment();
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

    void connectionRefused() {
        connectionsRefused.increment();
        if (whole != null) {
            whole.connectionRefused();
        }
    }

    void droppedIdle() {
        idleDropped.increment();
        if (whole != null) {
            whole.droppedIdle();
        }
    }

    void droppedSlow() {
        slowDropped.increment();
        if (whole != null) {
            whole.droppedSlow();
        }
    }

    void aborted() {
        abortedResponses.increment();
        if (whole != null) {
            whole.aborted();
        }
    }

    void readAhead(long bytes) {
        readAheadBytes.add(bytes);
        if (whole != null) {
            whole.readAhead(bytes);
        }
    }

    void droppedPages(long bytes) {
        droppedPageBytes.add(bytes);
        if (whole != null) {
            whole.droppedPages(bytes);
        }
    }

    void responded(int status) {
        responses.computeIfAbsent(status, s -> new LongAdder()).increment();
        if (whole != null) {
            whole.responded(status);
        }
    }
}
