/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.job.JobMetrics;
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
        JobMetrics<TransferService> metrics = new JobMetrics<>(registry, transfers, "idaeus.transfers");
        metrics.states("Transfers on record", TransferState.values(), TransferService::counts);
        metrics.waits("Transfers that wait", TransferWait.Cause.values(), (service, cause) -> waits(service, cause)
                .map(TransferWait::since));
        MetricSource<TransferService> source = new MetricSource<>(registry, transfers, Tags.empty());
        for (Result result : Result.values()) {
            bind(result, source.with("result", result.name()));
        }
        for (TransferWait.Cause cause : TransferWait.Cause.values()) {
            source.with("cause", cause.name())
                    .gauge(
                            "idaeus.transfers.waiting.attempts",
                            "How often the cause was checked in the wait with the most checks",
                            service -> waits(service, cause)
                                    .mapToInt(TransferWait::attempts)
                                    .max()
                                    .orElse(0));
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

    private static Stream<TransferWait> waits(TransferService transfers, TransferWait.Cause cause) {
        return transfers.waits().filter(wait -> wait.cause() == cause);
    }
}
