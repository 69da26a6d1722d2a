/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.transfer.TransferSamples;
import io.idaeus.sidecar.throttle.Throttle;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The throughput of the last transfers, for whoever draws it. In memory alone. Thread-safe. */
public final class ThroughputSamples {
    private static final int MOST_TRANSFERS = 100;

    private final Map<String, SampleSeries> series = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SampleSeries> eldest) {
            return size() > MOST_TRANSFERS;
        }
    };
    private final Throttle receiving;
    private final InstantSource clock;

    /** @param receiving the node's limit */
    public ThroughputSamples(Throttle receiving, InstantSource clock) {
        this.receiving = receiving;
        this.clock = clock;
    }

    /** To be called each second, with the transfers that have not ended. */
    public synchronized void take(Collection<TransferRun> active) {
        active.forEach(run -> add(run.stored()));
    }

    /** To be called when a transfer changes: the first call begins its series, the one at its end takes the last sample. */
    public synchronized void changed(StoredTransfer transfer) {
        SampleSeries begun = series.get(transfer.id());
        if (!transfer.state().isFinal()) {
            if (begun == null) {
                add(transfer);
            }
        } else if (begun != null) {
            begun.end(clock.instant(), transfer.progress().received(), limit(transfer));
        }
    }

    private void add(StoredTransfer transfer) {
        series.computeIfAbsent(transfer.id(), id -> new SampleSeries())
                .add(clock.instant(), transfer.progress().received(), limit(transfer));
    }

    /** Empty where none were taken, or they were dropped. */
    public synchronized TransferSamples of(String id) {
        SampleSeries taken = series.get(id);
        return taken == null ? new TransferSamples(1, List.of()) : taken.view();
    }

    private @Nullable Long limit(StoredTransfer transfer) {
        Long own = transfer.record().maxRate();
        long node = receiving.limit();
        if (node == Throttle.UNLIMITED) {
            return own;
        }
        return own == null ? node : Long.valueOf(Math.min(own, node));
    }
}
