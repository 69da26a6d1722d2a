/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.sidecar.fetch.FetchMeters;
import io.idaeus.sidecar.serve.ServeMeters;
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
    private final FetchMeters fetch;
    private final ServeMeters serve;
    private final Set<Tags> published = new HashSet<>();

    PeerSeries(MeterRegistry registry, FetchMeters fetch, ServeMeters serve) {
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

    private void received(Tags tags, FetchMeters counted) {
        count("bytes", "Body bytes", "bytes", tags, counted, FetchMeters::bytes);
        count("files", "Files proven", null, tags, counted, FetchMeters::files);
        count("pieces", "Pieces of large files that came whole", null, tags, counted, FetchMeters::pieces);
        count("retries", "Fetches and pieces that are tried again", null, tags, counted, FetchMeters::retries);
        count("mismatches", "Files that did not match their checksum", null, tags, counted, FetchMeters::mismatches);
        count("connections", "Connections", null, tags, counted, FetchMeters::connectionsOpened);
        open(tags, counted, FetchMeters::connectionsOpen);
        seconds(
                "throttled",
                "Time that connections did not read because of a limit",
                tags,
                counted,
                FetchMeters::throttledNanos);
        seconds("write", "Time in write", tags, counted, FetchMeters::writeNanos);
        seconds("crc", "Time in CRC32", tags, counted, FetchMeters::crcNanos);
        seconds("force", "Time in fsync", tags, counted, FetchMeters::forceNanos);
    }

    private void sent(Tags tags, ServeMeters counted) {
        count("bytes", "Body bytes", "bytes", tags, counted, ServeMeters::bytes);
        count("responses", "Responses, whatever they said", null, tags, counted, PeerSeries::responses);
        count("aborted", "Responses that ended early", null, tags, counted, ServeMeters::abortedResponses);
        count("connections", "Connections", null, tags, counted, ServeMeters::connectionsAccepted);
        open(tags, counted, ServeMeters::connectionsOpen);
    }

    private static double responses(ServeMeters counted) {
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
