/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferState;
import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Publishes {@code idaeus_transfers}: how many are in each state. */
public final class TransferMetrics implements MeterBinder {
    private final TransferService transfers;

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
    }
}
