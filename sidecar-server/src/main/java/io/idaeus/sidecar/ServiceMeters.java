/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import io.idaeus.api.LimitState;
import io.idaeus.api.TransferState;
import io.idaeus.sidecar.fetch.FetchMetrics;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.limits.LimitsService;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.serve.ServeMetrics;
import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.transfer.TransferService;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Publishes what the services count. docs/metrics.md lists it. */
final class ServiceMeters {
    private static final double NANOS = 1e9;

    private final MeterRegistry registry;

    ServiceMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void bind(ServeMetrics serve) {
        bytes("idaeus.serve.bytes", "Body bytes sent", serve, "path", "sendfile", ServeMetrics::sendfileBytes);
        bytes("idaeus.serve.bytes", "Body bytes sent", serve, "path", "tls", ServeMetrics::tlsBytes);
        bytes("idaeus.serve.read.ahead.bytes", "Bytes that were not in memory", serve, ServeMetrics::readAheadBytes);
        bytes(
                "idaeus.serve.dropped.pages.bytes",
                "Of what was not in memory, what was let go",
                serve,
                ServeMetrics::droppedPageBytes);
        bytes("idaeus.serve.bytes", "Body bytes sent", serve, "path", "copied", ServeMetrics::copiedBytes);
        count("idaeus.serve.bundles", "Responses that held many files", serve, ServeMetrics::bundles);
        count("idaeus.serve.connections", "Connections accepted", serve, ServeMetrics::connectionsAccepted);
        count("idaeus.serve.connections.refused", "Connections above a limit", serve, ServeMetrics::connectionsRefused);
        count("idaeus.serve.dropped.idle", "Connections that sent no request", serve, ServeMetrics::idleDropped);
        count("idaeus.serve.dropped.slow", "Connections that read too slowly", serve, ServeMetrics::slowDropped);
        count("idaeus.serve.aborted", "Responses that ended early", serve, ServeMetrics::abortedResponses);
        count(
                "idaeus.serve.paths.refused",
                "Requests for a path that no path may be",
                serve,
                ServeMetrics::refusedPaths);
        Gauge.builder("idaeus.serve.connections.open", serve, ServeMetrics::connectionsOpen)
                .description("Connections now")
                .register(registry);
        for (int status : new int[] {200, 206, 304, 400, 401, 403, 404, 405, 409, 413, 414, 416, 429, 431, 500, 503}) {
            FunctionCounter.builder("idaeus.serve.responses", serve, meters -> meters.responses()
                            .getOrDefault(status, 0L))
                    .description("Responses of the data plane")
                    .tag("status", Integer.toString(status))
                    .register(registry);
        }
    }

    void bind(Throttle sending, Throttle receiving, LimitsService limits) {
        seconds(
                "idaeus.serve.throttled",
                "Time that slices waited for the configured rate",
                sending,
                Throttle::waitedNanos);
        Map.of("send", sending, "receive", receiving)
                .forEach((direction, throttle) -> Gauge.builder("idaeus.limit", throttle, Throttle::limit)
                        .description("Bytes a second that may be moved now; 0 for no limit")
                        .baseUnit("bytes_per_second")
                        .tag("direction", direction)
                        .register(registry));
        state("send", limits::sendState);
        state("receive", limits::receiveState);
    }

    private void state(String direction, Supplier<LimitState> now) {
        for (LimitState state : LimitState.values()) {
            Gauge.builder("idaeus.limit.state", () -> now.get() == state ? 1 : 0)
                    .description("1 for the state that the limit is in")
                    .tag("direction", direction)
                    .tag("state", state.name())
                    .register(registry);
        }
    }

    void bind(FetchMetrics fetch) {
        bytes("idaeus.fetch.bytes", "Body bytes written to part files", fetch, FetchMetrics::bytes);
        bytes("idaeus.fetch.direct.bytes", "Body bytes written past the page cache", fetch, FetchMetrics::directBytes);
        bytes("idaeus.fetch.resumed.bytes", "Bytes that earlier part files spared", fetch, FetchMetrics::resumedBytes);
        count("idaeus.fetch.files", "Files proven", fetch, FetchMetrics::files);
        count(
                "idaeus.fetch.mismatches",
                "Files whose bytes did not match their checksum",
                fetch,
                FetchMetrics::mismatches);
        count("idaeus.fetch.connections", "Connections opened", fetch, FetchMetrics::connectionsOpened);
        count("idaeus.fetch.pieces", "Pieces of large files that came whole", fetch, FetchMetrics::pieces);
        count(
                "idaeus.fetch.pieces.continued",
                "Pieces that went on over another connection",
                fetch,
                FetchMetrics::piecesRetried);
        count(
                "idaeus.fetch.pieces.wrong",
                "Pieces that came otherwise than the source has them",
                fetch,
                FetchMetrics::piecesWrong);
        seconds(
                "idaeus.fetch.throttled",
                "Time that connections did not read because of a rate",
                fetch,
                FetchMetrics::throttledNanos);
        count("idaeus.fetch.bundles", "Answers that brought many files at once", fetch, FetchMetrics::bundles);
        seconds("idaeus.fetch.write", "Time in write", fetch, FetchMetrics::writeNanos);
        seconds("idaeus.fetch.crc", "Time in CRC32", fetch, FetchMetrics::crcNanos);
        seconds("idaeus.fetch.force", "Time in fsync", fetch, FetchMetrics::forceNanos);
        Gauge.builder("idaeus.fetch.connections.open", fetch, FetchMetrics::connectionsOpen)
                .description("Connections now")
                .register(registry);
        for (FetchResult.Reason reason : FetchResult.Reason.values()) {
            FunctionCounter.builder("idaeus.fetch.failures", fetch, meters -> meters.failures()
                            .getOrDefault(reason, 0L))
                    .description("Fetches that failed")
                    .tag("reason", reason.name())
                    .register(registry);
        }
    }

    void bind(LiveTls tls) {
        Gauge.builder(
                        "idaeus.tls.certificate.expiry.timestamp",
                        tls,
                        live -> live.current().material().expiry().getEpochSecond())
                .description("When the certificate stops being believed, in seconds since 1970")
                .baseUnit("seconds")
                .register(registry);
        reloads(tls, "changed", LiveTls::changes);
        reloads(tls, "refused", LiveTls::refusals);
    }

    private void reloads(LiveTls tls, String outcome, ToDoubleFunction<LiveTls> value) {
        FunctionCounter.builder("idaeus.tls.reloads", tls, value)
                .description("Contents of the certificate files beyond the first")
                .tag("outcome", outcome)
                .register(registry);
    }

    void bind(TransferService transfers) {
        for (TransferState state : TransferState.values()) {
            Gauge.builder("idaeus.transfers", transfers, service -> service.counts()
                            .getOrDefault(state, 0L))
                    .description("Transfers that this sidecar knows")
                    .tag("state", state.name())
                    .register(registry);
        }
    }

    private <T> void count(String name, String description, T meters, ToDoubleFunction<T> value) {
        FunctionCounter.builder(name, meters, value).description(description).register(registry);
    }

    private <T> void bytes(String name, String description, T meters, ToDoubleFunction<T> value) {
        FunctionCounter.builder(name, meters, value)
                .description(description)
                .baseUnit("bytes")
                .register(registry);
    }

    private <T> void bytes(
            String name, String description, T meters, String tag, String tagValue, ToDoubleFunction<T> value) {
        FunctionCounter.builder(name, meters, value)
                .description(description)
                .baseUnit("bytes")
                .tag(tag, tagValue)
                .register(registry);
    }

    private <T> void seconds(String name, String description, T meters, ToDoubleFunction<T> nanos) {
        FunctionCounter.builder(name, meters, of -> nanos.applyAsDouble(of) / NANOS)
                .description(description)
                .baseUnit("seconds")
                .register(registry);
    }
}
