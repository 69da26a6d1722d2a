/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.FetchResult.Reason;
import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.HashSet;
import java.util.Set;

/** Publishes {@link FetchMetrics} as {@code idaeus_fetch_…} and {@code idaeus_peer_…}. */
public final class FetchMetricsBinder implements MeterBinder {
    private final FetchMetrics fetch;
    private final Set<String> published = new HashSet<>();

    public FetchMetricsBinder(FetchMetrics fetch) {
        this.fetch = fetch;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MetricSource<FetchMetrics> all = new MetricSource<>(registry, fetch, Tags.empty());
        all.bytes("idaeus.fetch.bytes", "Body bytes written", FetchMetrics::bytes);
        all.bytes("idaeus.fetch.direct.io.bytes", "Body bytes written with O_DIRECT", FetchMetrics::directBytes);
        all.bytes("idaeus.fetch.resumed.bytes", "Bytes that part files held already", FetchMetrics::resumedBytes);
        all.bytes(
                "idaeus.fetch.compressed.bytes",
                "Bytes of compressed responses, as they came over the network",
                FetchMetrics::compressedBytes);
        all.bytes(
                "idaeus.fetch.decompressed.bytes",
                "Bytes of files that compressed responses held",
                FetchMetrics::decompressedBytes);
        all.count(
                "idaeus.fetch.compressed.failures",
                "Compressed responses that were invalid; the rest was fetched without compression",
                FetchMetrics::compressedFailures);
        all.count("idaeus.fetch.files", "Files proven", FetchMetrics::files);
        all.count("idaeus.fetch.bundles", "Bundles received", FetchMetrics::bundles);
        all.count("idaeus.fetch.mismatches", "Files whose CRC32 did not match", FetchMetrics::mismatches);
        all.count("idaeus.fetch.pieces", "Pieces of large files received", FetchMetrics::pieces);
        all.count(
                "idaeus.fetch.pieces.resumed",
                "Pieces resumed on another connection after theirs was lost",
                FetchMetrics::piecesRetried);
        all.count(
                "idaeus.fetch.pieces.corrupted",
                "Pieces corrupted in transit and fetched again",
                FetchMetrics::piecesWrong);
        all.count("idaeus.fetch.connections", "Connections opened", FetchMetrics::connectionsOpened);
        all.gauge("idaeus.fetch.connections.open", "Connections open now", FetchMetrics::connectionsOpen);
        all.seconds(
                "idaeus.fetch.throttled",
                "Time connections paused reading for a rate limit",
                FetchMetrics::throttledNanos);
        all.seconds("idaeus.fetch.write", "Time in write", FetchMetrics::writeNanos);
        all.seconds("idaeus.fetch.crc", "Time in CRC32", FetchMetrics::crcNanos);
        all.seconds("idaeus.fetch.fsync", "Time in fsync", FetchMetrics::forceNanos);
        for (Reason reason : Reason.values()) {
            all.with("reason", reason.name())
                    .count("idaeus.fetch.failures", "Fetches that failed, by reason", counted -> counted.failures()
                            .getOrDefault(reason, 0L));
        }
    }

    /** Adds new peers. */
    public synchronized void bindPeersTo(MeterRegistry registry) {
        fetch.peers().forEach((peer, counted) -> {
            if (published.add(peer)) {
                bindPeer(new MetricSource<>(registry, counted, Tags.of("direction", "in", "peer", peer)));
            }
        });
    }

    private static void bindPeer(MetricSource<FetchMetrics> peer) {
        peer.bytes("idaeus.peer.bytes", "Body bytes", FetchMetrics::bytes);
        peer.count("idaeus.peer.files", "Files proven", FetchMetrics::files);
        peer.count("idaeus.peer.pieces", "Pieces of large files received", FetchMetrics::pieces);
        peer.count("idaeus.peer.retries", "Fetches and pieces retried", FetchMetrics::retries);
        peer.count("idaeus.peer.mismatches", "Files whose CRC32 did not match", FetchMetrics::mismatches);
        peer.count("idaeus.peer.connections", "Connections", FetchMetrics::connectionsOpened);
        peer.gauge("idaeus.peer.connections.open", "Connections open now", FetchMetrics::connectionsOpen);
        peer.seconds(
                "idaeus.peer.throttled",
                "Time connections paused reading for a rate limit",
                FetchMetrics::throttledNanos);
        peer.seconds("idaeus.peer.write", "Time in write", FetchMetrics::writeNanos);
        peer.seconds("idaeus.peer.crc", "Time in CRC32", FetchMetrics::crcNanos);
        peer.seconds("idaeus.peer.fsync", "Time in fsync", FetchMetrics::forceNanos);
    }
}
