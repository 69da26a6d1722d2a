/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.sidecar.admission.AdmissionReason;
import io.idaeus.sidecar.metrics.MetricSource;
import io.idaeus.sidecar.throttle.Throttle;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.HashSet;
import java.util.Set;

/** Publishes {@link ServeMetrics} as {@code idaeus_serve_…}, and each peer's as {@code idaeus_peer_…}. */
public final class ServeMetricsBinder implements MeterBinder {
    private static final String BYTES = "idaeus.serve.bytes";
    private static final String DROPPED = "idaeus.serve.connections.dropped";

    private static final int[] STATUSES = {
        200, 206, 304, 400, 401, 403, 404, 405, 409, 413, 414, 416, 429, 431, 500, 503
    };

    private final ServeMetrics serve;
    private final Throttle sending;
    private final Set<String> published = new HashSet<>();

    public ServeMetricsBinder(ServeMetrics serve, Throttle sending) {
        this.serve = serve;
        this.sending = sending;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MetricSource<ServeMetrics> all = new MetricSource<>(registry, serve, Tags.empty());
        all.with("mode", "sendfile").bytes(BYTES, "Body bytes sent", ServeMetrics::sendfileBytes);
        all.with("mode", "tls").bytes(BYTES, "Body bytes sent", ServeMetrics::tlsBytes);
        all.with("mode", "copied").bytes(BYTES, "Body bytes sent", ServeMetrics::copiedBytes);
        all.with("mode", "zstd").bytes(BYTES, "Body bytes sent", ServeMetrics::compressedBytes);
        all.bytes(
                "idaeus.serve.compressed.plain.bytes",
                "Bytes of files that were sent as compressed blocks",
                ServeMetrics::compressedPlainBytes);
        all.bytes("idaeus.serve.read.ahead.bytes", "Cold bytes read ahead from the disk", ServeMetrics::readAheadBytes);
        all.bytes(
                "idaeus.serve.page.cache.dropped.bytes",
                "Read-ahead bytes dropped from the page cache",
                ServeMetrics::droppedPageBytes);
        all.count("idaeus.serve.bundles", "Bundles sent", ServeMetrics::bundles);
        all.count("idaeus.serve.responses.aborted", "Responses that ended early", ServeMetrics::abortedResponses);
        all.count(
                "idaeus.serve.invalid.paths",
                "Requests rejected because the path is invalid",
                ServeMetrics::invalidPaths);
        bindConnections(all);
        for (int status : STATUSES) {
            all.with("status", Integer.toString(status))
                    .count("idaeus.serve.responses", "Responses of the data plane", counted -> counted.responses()
                            .getOrDefault(status, 0L));
        }
        new MetricSource<>(registry, sending, Tags.empty())
                .seconds("idaeus.serve.throttled", "Time segments waited for a rate limit", Throttle::waitedNanos);
    }

    private static void bindConnections(MetricSource<ServeMetrics> all) {
        all.count("idaeus.serve.connections", "Connections accepted", ServeMetrics::connectionsAccepted);
        all.gauge("idaeus.serve.connections.open", "Connections open now", ServeMetrics::connectionsOpen);
        all.gauge(
                "idaeus.serve.connections.unauthenticated",
                "Connections that have not authenticated",
                serve -> serve.admission().unauthenticated());
        for (AdmissionReason reason : AdmissionReason.values()) {
            all.with("reason", reason.label())
                    .count(
                            "idaeus.serve.connections.refused",
                            "Connections refused above a limit",
                            serve -> serve.admission().refused(reason));
        }
        all.with("reason", "no_request")
                .count(DROPPED, "Connections closed by the server", ServeMetrics::unrequestedDropped);
        all.with("reason", "idle").count(DROPPED, "Connections closed by the server", ServeMetrics::idleDropped);
        all.with("reason", "slow_reader").count(DROPPED, "Connections closed by the server", ServeMetrics::slowDropped);
    }

    /** Adds the peers that appeared since the last call. */
    public synchronized void bindPeersTo(MeterRegistry registry) {
        serve.peers().forEach((peer, counted) -> {
            // A caller that connects and requests nothing is no peer: this sidecar's own readiness check, for one.
            if (responses(counted) > 0 && published.add(peer)) {
                bindPeer(new MetricSource<>(registry, counted, Tags.of("direction", "out", "peer", peer)));
            }
        });
    }

    private static void bindPeer(MetricSource<ServeMetrics> peer) {
        peer.bytes("idaeus.peer.bytes", "Body bytes", ServeMetrics::bytes);
        peer.count("idaeus.peer.responses", "Responses of any status", ServeMetricsBinder::responses);
        peer.count("idaeus.peer.responses.aborted", "Responses that ended early", ServeMetrics::abortedResponses);
        peer.count("idaeus.peer.connections", "Connections", ServeMetrics::connectionsAccepted);
        peer.gauge("idaeus.peer.connections.open", "Connections open now", ServeMetrics::connectionsOpen);
    }

    private static double responses(ServeMetrics counted) {
        return counted.responses().values().stream().mapToLong(Long::longValue).sum();
    }
}
