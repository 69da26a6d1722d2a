/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashSet;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Publishes what is counted for each peer. Peers come while the sidecar runs, so it is asked before each scrape. */
final class PeerSeries {
    private static final double NANOS = 1e9;

    private final MeterRegistry registry;
    private final FetchMetrics fetch;
    private final ServeMetrics serve;
    private final Set<Tags> published = new HashSet<>();

    PeerSeries(MeterRegistry registry, FetchMetrics fetch, ServeMetrics serve) {
        this.registry = registry;
        this.fetch = fetch;
        this.serve = serve;
    }

    /** Adds those that came since the last time. */
    synchronized void publish() {
        fetch.peers().forEach((peer, counted) -> {
            Tags tags = Tags.of("direction", "in", "peer", peer);
            if (published.add(tags)) {
                received(tags, counted);
            }
        });
        serve.peers().forEach((peer, counted) -> {
            Tags tags = Tags.of("direction", "out", "peer", peer);
            // Whoever only connects is no peer: the readiness check of this very sidecar, for one.
            if (responses(counted) > 0 && published.add(tags)) {
                sent(tags, counted);
            }
        });
    }

    private void received(Tags tags, FetchMetrics counted) {
        count("bytes", "Body bytes", "bytes", tags, counted, FetchMetrics::bytes);
        count("files", "Files proven", null, tags, counted, FetchMetrics::files);
        count("pieces", "Pieces of large files that came whole", null, tags, counted, FetchMetrics::pieces);
        count("retries", "Fetches and pieces that are tried again", null, tags, counted, FetchMetrics::retries);
        count("mismatches", "Files that did not match their checksum", null, tags, counted, FetchMetrics::mismatches);
        count("connections", "Connections", null, tags, counted, FetchMetrics::connectionsOpened);
        open(tags, counted, FetchMetrics::connectionsOpen);
        seconds(
                "throttled",
                "Time that connections did not read because of a limit",
                tags,
                counted,
                FetchMetrics::throttledNanos);
        seconds("write", "Time in write", tags, counted, FetchMetrics::writeNanos);
        seconds("crc", "Time in CRC32", tags, counted, FetchMetrics::crcNanos);
        seconds("force", "Time in fsync", tags, counted, FetchMetrics::forceNanos);
    }

    private void sent(Tags tags, ServeMetrics counted) {
        count("bytes", "Body bytes", "bytes", tags, counted, ServeMetrics::bytes);
        count("responses", "Responses, whatever they said", null, tags, counted, PeerSeries::responses);
        count("aborted", "Responses that ended early", null, tags, counted, ServeMetrics::abortedResponses);
        count("connections", "Connections", null, tags, counted, ServeMetrics::connectionsAccepted);
        open(tags, counted, ServeMetrics::connectionsOpen);
    }

    private static double responses(ServeMetrics counted) {
        return counted.responses().values().stream().mapToLong(Long::longValue).sum();
    }

    private <T> void count(
            String what, String description, @Nullable String unit, Tags tags, T counted, ToDoubleFunction<T> value) {
        FunctionCounter.builder("idaeus.peer." + what, counted, value)
                .description(description)
                .baseUnit(unit)
                .tags(tags)
                .register(registry);
    }

    private <T> void seconds(String what, String description, Tags tags, T counted, ToDoubleFunction<T> nanos) {
        count(what, description, "seconds", tags, counted, of -> nanos.applyAsDouble(of) / NANOS);
    }

    private <T> void open(Tags tags, T counted, ToDoubleFunction<T> value) {
        Gauge.builder("idaeus.peer.connections.open", counted, value)
                .description("Connections now")
                .tags(tags)
                .register(registry);
    }
}
