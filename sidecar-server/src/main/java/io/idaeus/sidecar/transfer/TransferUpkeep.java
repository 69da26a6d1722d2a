/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.transfer.TransferSamples;
import io.idaeus.sidecar.thread.DaemonThreads;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.ThroughputSamples;
import io.idaeus.sidecar.transfer.job.TransferRegistry;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.landing.Staging;
import io.idaeus.sidecar.transfer.source.SourceLeases;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells watchers, renews leases, retries releases and sweeps staging, periodically on {@code transfer-clock}. */
final class TransferUpkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TransferUpkeep.class);
    private static final Duration TICK = Duration.ofSeconds(1);
    private static final Duration RELEASES = Duration.ofSeconds(10);
    private static final Duration ENDS = Duration.ofSeconds(10);
    private static final Duration SAMPLE = Duration.ofSeconds(1);
    private static final Duration SWEEP = Duration.ofMinutes(10);

    private final TransferRegistry transfers;
    private final SourceLeases leases;
    private final Staging staging;
    private final TransferSettings settings;
    private final InstantSource clock;
    private final StagingRetention retention;
    private final ThroughputSamples samples;
    private final ScheduledExecutorService ticker =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.numbered("transfer-clock"));

    TransferUpkeep(
            TransferRegistry transfers,
            SourceLeases leases,
            Staging staging,
            TransferSettings settings,
            ThroughputSamples samples,
            InstantSource clock,
            LongSupplier nanoTime) {
        this.transfers = transfers;
        this.leases = leases;
        this.staging = staging;
        this.settings = settings;
        this.samples = samples;
        this.clock = clock;
        this.retention = new StagingRetention(settings.stagingRetention(), nanoTime);
    }

    void noteEnds() {
        transfers.loaded().stream().filter(run -> run.state().isFinal()).forEach(this::noteEnd);
    }

    private void noteEnd(TransferRun run) {
        Instant finished = run.stored().record().finishedAt();
        if (finished != null && transfers.endedEarlier(run.id())) {
            retention.endedEarlier(run.id(), finished, clock.instant());
        } else {
            retention.ended(run.id());
        }
    }

    /**
     * @param aside runs what waits for sources
     * @param prune takes transfers off the record
     */
    void start(ExecutorService aside, Runnable prune) {
        LeaseRenewals renewals = new LeaseRenewals(leases::renew, aside);
        every(TICK, () -> transfers.loaded().stream()
                .map(run -> run.stored())
                .filter(StoredTransfer::isWatched)
                .forEach(StoredTransfer::notifyWatchers));
        every(SAMPLE, () -> samples.take(transfers.active()));
        every(settings.leaseRenewal(), () -> renewals.renew(transfers.active()));
        every(RELEASES, () -> aside.execute(leases::retryReleases));
        // In the background: there may be thousands.
        aside.execute(transfers::all);
        every(ENDS, this::noteEnds);
        every(SWEEP, this::sweep);
        every(SWEEP, () -> aside.execute(prune));
    }

    // Deletes what ended transfers left in staging, after staging.retention. Names of no transfer stay.
    void sweep() {
        staging.sweep(name -> transfers
                .find(name)
                .filter(run -> run.state().isFinal() && isOver(run))
                .isPresent());
    }

    private boolean isOver(TransferRun run) {
        noteEnd(run);
        return retention.isOver(run.id());
    }

    void changed(StoredTransfer transfer) {
        samples.changed(transfer);
    }

    TransferSamples samples(String id) {
        return samples.of(id);
    }

    /** The entries of staging that belong to no transfer on record. A record that cannot be read counts. */
    List<Path> orphans() {
        List<String> unreadable = transfers.unreadable();
        return staging.unknown(
                name -> unreadable.contains(name) || transfers.find(name).isPresent());
    }

    /** Whether nothing of an ended transfer is in staging that somebody may still want. */
    boolean needsNoStaging(TransferRun run) {
        return !staging.holds(run.id()) || isOver(run);
    }

    /** Also deletes what it left in staging. */
    void forget(String id) {
        staging.clear(id);
        retention.forget(id);
    }

    private void every(Duration period, Runnable task) {
        ScheduledFuture<?> unused = ticker.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (RuntimeException e) {
                        LOG.error("a periodic task of the transfers failed; the next attempt is in {}", period, e);
                    }
                },
                period.toMillis(),
                period.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        ticker.shutdownNow();
    }
}
