/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferState;
import io.idaeus.api.TransferWait;
import io.idaeus.sidecar.metrics.MetricSource;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;

/** Publishes {@code idaeus_transfers…}: how many are in each state, how they ended, and what they wait for. */
public final class TransferMetrics implements MeterBinder {
    private final TransferService transfers;

    /** How transfers end. */
    private enum Result {
        COMPLETE,
        // Completed, and an SSTable is not live.
        PARTIAL,
        FAILED,
        CANCELLED;

        boolean is(TransferRecord transfer) {
            return switch (transfer.state()) {
                case COMPLETED ->
                    transfer.outcome() != null
                            && name().equals(transfer.outcome().name());
                case FAILED -> this == FAILED;
                case CANCELLED -> this == CANCELLED;
                default -> false;
            };
        }
    }

    public TransferMetrics(TransferService transfers) {
        this.transfers = transfers;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MetricSource<TransferService> source = new MetricSource<>(registry, transfers, Tags.empty());
        for (TransferState state : TransferState.values()) {
            source.with("state", state.name())
                    .gauge("idaeus.transfers", "Transfers on record", service -> service.counts()
                            .getOrDefault(state, 0L));
        }
        for (Result result : Result.values()) {
            bind(result, source.with("result", result.name()));
        }
        for (TransferWait.Cause cause : TransferWait.Cause.values()) {
            bind(cause, source.with("cause", cause.name()));
        }
    }

    private static void bind(Result result, MetricSource<TransferService> source) {
        source.gauge("idaeus.transfers.ended", "Transfers on record that ended so", service -> service.records()
                .filter(result::is)
                .count());
        source.timestamp("idaeus.transfers.last.end", "When the last of them ended", service -> service.records()
                .filter(result::is)
                .map(TransferRecord::finishedAt)
                .filter(Objects::nonNull)
                .max(Instant::compareTo));
    }

    private static void bind(TransferWait.Cause cause, MetricSource<TransferService> source) {
        source.gauge("idaeus.transfers.waiting", "Transfers that wait", service -> waits(service, cause)
                .count());
        source.timestamp(
                "idaeus.transfers.waiting.since",
                "When the longest of these waits began",
                service -> waits(service, cause).map(TransferWait::since).min(Instant::compareTo));
        source.gauge(
                "idaeus.transfers.waiting.attempts",
                "How often the cause was checked in the wait with the most checks",
                service -> waits(service, cause)
                        .mapToInt(TransferWait::attempts)
                        .max()
                        .orElse(0));
    }

    private static Stream<TransferWait> waits(TransferService transfers, TransferWait.Cause cause) {
        return transfers.waits().filter(wait -> wait.cause() == cause);
    }
}
