/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.sidecar.metrics.MetricSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Publishes snapshots, as the last sample found them, and leases. */
public final class SnapshotMetrics implements MeterBinder {
    private final SnapshotService service;
    private final LeaseTable leases;
    private final InstantSource clock;
    private volatile List<SnapshotInfo> last = List.of();

    /** The event that ends a snapshot. */
    private enum Until {
        // A lease holds it.
        LEASE,
        // It has a time to live.
        EXPIRY,
        // Nothing ends it, but somebody who took it through the sidecar.
        NOTHING,
        // The sidecar did not take it.
        UNMANAGED;

        static Until of(SnapshotInfo snapshot) {
            if (!snapshot.leases().isEmpty()) {
                return LEASE;
            }
            if (!snapshot.managed()) {
                return UNMANAGED;
            }
            return snapshot.expiresAt() == null ? NOTHING : EXPIRY;
        }
    }

    SnapshotMetrics(SnapshotService service, LeaseTable leases, InstantSource clock) {
        this.service = service;
        this.leases = leases;
        this.clock = clock;
    }

    /** Walks through the files of all snapshots. */
    public void sample() {
        last = service.list();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        MetricSource<SnapshotMetrics> source = new MetricSource<>(registry, this, Tags.empty());
        for (Until until : Until.values()) {
            MetricSource<SnapshotMetrics> some =
                    source.with("until", until.name().toLowerCase(Locale.ROOT));
            some.gauge("idaeus.snapshots", "Snapshots of the node", metrics -> metrics.of(until)
                    .count());
            some.bytesNow("idaeus.snapshot", "Bytes of all their files", metrics -> metrics.of(until)
                    .mapToLong(SnapshotInfo::bytes)
                    .sum());
            some.bytesNow(
                    "idaeus.snapshot.true", "Bytes that clearing each of them alone frees", metrics -> metrics.of(until)
                            .mapToLong(SnapshotInfo::trueBytes)
                            .sum());
            some.timestamp("idaeus.snapshot.oldest", "When the oldest of them was taken", metrics -> metrics.of(until)
                    .map(SnapshotInfo::createdAt)
                    .filter(Objects::nonNull)
                    .min(Instant::compareTo));
        }
        source.gauge("idaeus.leases", "Leases of snapshots", metrics -> metrics.leases
                .all()
                .size());
        source.timestamp(
                "idaeus.lease.oldest.renewal",
                "When the lease that was renewed longest ago was renewed",
                SnapshotMetrics::oldestRenewal);
        source.timestamp(
                "idaeus.lease.expiry", "When the next lease expires without renewal", SnapshotMetrics::nextExpiry);
    }

    private Stream<SnapshotInfo> of(Until until) {
        return last.stream().filter(snapshot -> Until.of(snapshot) == until);
    }

    private Optional<Instant> oldestRenewal() {
        return leases.all().stream()
                .map(held -> leases.left(held).minus(held.lease().ttl()))
                .min(Duration::compareTo)
                .map(clock.instant()::plus);
    }

    private Optional<Instant> nextExpiry() {
        return leases.all().stream().map(leases::left).min(Duration::compareTo).map(clock.instant()::plus);
    }
}
