/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.admission.AdmissionCounters;
import io.idaeus.sidecar.serve.page.PageMetrics;
import io.idaeus.sidecar.wire.Counts;
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
    private enum Count {
        SENDFILE_BYTES,
        TLS_BYTES,
        COPIED_BYTES,
        COMPRESSED_BYTES,
        COMPRESSED_PLAIN_BYTES,
        BUNDLES,
        INVALID_PATHS,
        CONNECTIONS_ACCEPTED,
        CONNECTIONS_OPEN,
        UNREQUESTED_DROPPED,
        IDLE_DROPPED,
        SLOW_DROPPED,
        ABORTED_RESPONSES
    }

    private final Counts<Count> counts;
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
        this.counts = new Counts<>(Count.class, total == null ? null : total.counts);
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
        return counts.sum(Count.SENDFILE_BYTES);
    }

    public long tlsBytes() {
        return counts.sum(Count.TLS_BYTES);
    }

    public long bytes() {
        return sendfileBytes() + tlsBytes() + copiedBytes() + compressedBytes();
    }

    /** Small files and trailers of bundles, sent from a buffer without TLS. */
    public long copiedBytes() {
        return counts.sum(Count.COPIED_BYTES);
    }

    /** Sent as compressed blocks, with TLS or without. */
    public long compressedBytes() {
        return counts.sum(Count.COMPRESSED_BYTES);
    }

    /** The bytes of files in {@link #compressedBytes}. */
    public long compressedPlainBytes() {
        return counts.sum(Count.COMPRESSED_PLAIN_BYTES);
    }

    public long bundles() {
        return counts.sum(Count.BUNDLES);
    }

    /** Requests rejected because the path is invalid, or is no regular file. */
    public long invalidPaths() {
        return counts.sum(Count.INVALID_PATHS);
    }

    public long connectionsAccepted() {
        return counts.sum(Count.CONNECTIONS_ACCEPTED);
    }

    /** Over all peers. */
    public AdmissionCounters admission() {
        return admission;
    }

    public long connectionsOpen() {
        return counts.sum(Count.CONNECTIONS_OPEN);
    }

    /** No complete first request head arrived in time. */
    public long unrequestedDropped() {
        return counts.sum(Count.UNREQUESTED_DROPPED);
    }

    /** No complete request head arrived in time after a response. */
    public long idleDropped() {
        return counts.sum(Count.IDLE_DROPPED);
    }

    /** The peer read too slowly. */
    public long slowDropped() {
        return counts.sum(Count.SLOW_DROPPED);
    }

    /** Responses that ended before their last byte. */
    public long abortedResponses() {
        return counts.sum(Count.ABORTED_RESPONSES);
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
        counts.add(tls ? Count.TLS_BYTES : Count.SENDFILE_BYTES, bytes);
    }

    void addCopied(long bytes) {
        counts.add(Count.COPIED_BYTES, bytes);
    }

    void addCompressed(long wire, long plain) {
        counts.add(Count.COMPRESSED_BYTES, wire);
        counts.add(Count.COMPRESSED_PLAIN_BYTES, plain);
    }

    void bundled() {
        counts.increment(Count.BUNDLES);
    }

    void invalidPath() {
        counts.increment(Count.INVALID_PATHS);
    }

    void connectionOpened() {
        counts.increment(Count.CONNECTIONS_ACCEPTED);
        counts.increment(Count.CONNECTIONS_OPEN);
    }

    void connectionClosed() {
        counts.add(Count.CONNECTIONS_OPEN, -1);
    }

    void droppedUnrequested() {
        counts.increment(Count.UNREQUESTED_DROPPED);
    }

    void droppedIdle() {
        counts.increment(Count.IDLE_DROPPED);
    }

    void droppedSlow() {
        counts.increment(Count.SLOW_DROPPED);
    }

    void aborted() {
        counts.increment(Count.ABORTED_RESPONSES);
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
