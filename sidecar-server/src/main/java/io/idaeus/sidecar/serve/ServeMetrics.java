/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.admission.AdmissionCounters;
import io.idaeus.sidecar.serve.page.PageMetrics;
import io.idaeus.sidecar.wire.PerPeer;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counters of the data plane, in total and per peer. Thread-safe. */
public final class ServeMetrics {
    private final LongAdder sendfileBytes = new LongAdder();
    private final LongAdder tlsBytes = new LongAdder();
    private final LongAdder copiedBytes = new LongAdder();
    private final LongAdder compressedBytes = new LongAdder();
    private final LongAdder compressedPlainBytes = new LongAdder();
    private final LongAdder bundles = new LongAdder();
    private final LongAdder invalidPaths = new LongAdder();
    private final LongAdder connectionsAccepted = new LongAdder();
    private final LongAdder connectionsOpen = new LongAdder();
    private final LongAdder unrequestedDropped = new LongAdder();
    private final LongAdder idleDropped = new LongAdder();
    private final LongAdder slowDropped = new LongAdder();
    private final LongAdder abortedResponses = new LongAdder();
    private final ConcurrentHashMap<Integer, LongAdder> responses = new ConcurrentHashMap<>();

    private final PageMetrics pages = new PageMetrics();
    private final AdmissionCounters admission = new AdmissionCounters();

    // Null for the total itself.
    private final @Nullable ServeMetrics total;

    private final PerPeer<ServeMetrics> peers = new PerPeer<>(() -> new ServeMetrics(this));

    public ServeMetrics() {
        this(null);
    }

    private ServeMetrics(@Nullable ServeMetrics total) {
        this.total = total;
    }

    /** The peer's counters, which add to these. Look them up once per connection. */
    ServeMetrics of(InetAddress peer) {
        return peers.of(NetUtil.toAddressString(peer));
    }

    /** By address; their number is bounded. */
    public Map<String, ServeMetrics> peers() {
        return peers.all();
    }

    public long sendfileBytes() {
        return sendfileBytes.sum();
    }

    public long tlsBytes() {
        return tlsBytes.sum();
    }

    public long bytes() {
        return sendfileBytes() + tlsBytes() + copiedBytes() + compressedBytes();
    }

    /** Small files and trailers of bundles, sent from a buffer without TLS. */
    public long copiedBytes() {
        return copiedBytes.sum();
    }

    /** Sent as compressed blocks, with TLS or without. */
    public long compressedBytes() {
        return compressedBytes.sum();
    }

    /** The bytes of files in {@link #compressedBytes}. */
    public long compressedPlainBytes() {
        return compressedPlainBytes.sum();
    }

    public long bundles() {
        return bundles.sum();
    }

    /** Requests rejected because the path is invalid, or is no regular file. */
    public long invalidPaths() {
        return invalidPaths.sum();
    }

    public long connectionsAccepted() {
        return connectionsAccepted.sum();
    }

    /** Over all peers. */
    public AdmissionCounters admission() {
        return admission;
    }

    public long connectionsOpen() {
        return connectionsOpen.sum();
    }

    /** No complete first request head arrived in time. */
    public long unrequestedDropped() {
        return unrequestedDropped.sum();
    }

    /** No complete request head arrived in time after a response. */
    public long idleDropped() {
        return idleDropped.sum();
    }

    /** The peer read too slowly. */
    public long slowDropped() {
        return slowDropped.sum();
    }

    /** Responses that ended before their last byte. */
    public long abortedResponses() {
        return abortedResponses.sum();
    }

    public long readAheadBytes() {
        return pages.readAheadBytes();
    }

    public long droppedPageBytes() {
        return pages.droppedBytes();
    }

    /** By HTTP status. Counts when a head is written. */
    public Map<Integer, Long> responses() {
        Map<Integer, Long> counts = new TreeMap<>();
        responses.forEach((status, count) -> counts.put(status, count.sum()));
        return counts;
    }

    void addSent(long bytes, boolean tls) {
        (tls ? tlsBytes : sendfileBytes).add(bytes);
        if (total != null) {
            total.addSent(bytes, tls);
        }
    }

    void addCopied(long bytes) {
        copiedBytes.add(bytes);
        if (total != null) {
            total.addCopied(bytes);
        }
    }

    void addCompressed(long wire, long plain) {
        compressedBytes.add(wire);
        compressedPlainBytes.add(plain);
        if (total != null) {
            total.addCompressed(wire, plain);
        }
    }

    void bundled() {
        bundles.increment();
        if (total != null) {
            total.bundled();
        }
    }

    void invalidPath() {
        invalidPaths.increment();
        if (total != null) {
            total.invalidPath();
        }
    }

    void connectionOpened() {
        connectionsAccepted.increment();
        connectionsOpen.increment();
        if (total != null) {
            total.connectionOpened();
        }
    }

    void connectionClosed() {
        connectionsOpen.decrement();
        if (total != null) {
            total.connectionClosed();
        }
    }

    void droppedUnrequested() {
        unrequestedDropped.increment();
        if (total != null) {
            total.droppedUnrequested();
        }
    }

    void droppedIdle() {
        idleDropped.increment();
        if (total != null) {
            total.droppedIdle();
        }
    }

    void droppedSlow() {
        slowDropped.increment();
        if (total != null) {
            total.droppedSlow();
        }
    }

    void aborted() {
        abortedResponses.increment();
        if (total != null) {
            total.aborted();
        }
    }

    PageMetrics pages() {
        return pages;
    }

    void responded(int status) {
        responses.computeIfAbsent(status, s -> new LongAdder()).increment();
        if (total != null) {
            total.responded(status);
        }
    }
}
