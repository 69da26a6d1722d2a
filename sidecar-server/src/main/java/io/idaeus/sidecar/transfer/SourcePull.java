/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.sidecar.throttle.Throttle;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.pull.PullPhase;
import io.idaeus.sidecar.transfer.pull.PullTask;
import io.idaeus.sidecar.transfer.source.PinnedSource;
import io.idaeus.sidecar.transfer.source.SstableSources;
import io.idaeus.sidecar.transfer.waiting.PhaseRetry;
import io.idaeus.sidecar.transfer.waiting.TransferInterruptedException;
import java.util.ArrayList;
import java.util.List;

/** Contacts pinned sources and pulls from them. */
final class SourcePull {
    private final SstableSources sources;
    private final PullPhase phase;
    private final Throttle receiving;

    /** @param receiving shared by all transfers */
    SourcePull(SstableSources sources, PullPhase phase, Throttle receiving) {
        this.sources = sources;
        this.phase = phase;
        this.receiving = receiving;
    }

    void pull(TransferRun run, PhaseRetry retry, PullTask.Arrivals arrivals) throws TransferInterruptedException {
        StoredTransfer stored = run.stored();
        List<PullTask.PulledSource> contacted = new ArrayList<>();
        retry.untilDone(run, () -> {
            contacted.clear();
            for (PinnedSource source : stored.record().sources()) {
                contacted.add(new PullTask.PulledSource(sources.contact(source), source.snapshot()));
            }
        });
        PullTask task = new PullTask(
                stored.outcomes(),
                stored.restartProgress(),
                contacted,
                stored.record().request().connectionsPerSource(),
                run.throttle(receiving),
                stored.record().request().compression(),
                arrivals);
        phase.pull(task, run);
    }
}
