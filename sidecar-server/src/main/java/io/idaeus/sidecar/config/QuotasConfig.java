/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;

/**
 * The limits on each kind of use at a time, and on the ended jobs kept on record.
 *
 * @param requestRate requests a second of one caller; 0 for no bound
 * @param manifests that are being built, or wait for it
 * @param manifestSstables SSTables of one table in one snapshot
 * @param endedTransfers on record
 * @param endedPlans on record
 */
public record QuotasConfig(
        int requestRate,
        int eventStreams,
        int eventStreamsPerCaller,
        int leases,
        int leasesPerCaller,
        int manifests,
        int manifestSstables,
        int unfinishedTransfers,
        int endedTransfers,
        Duration endedTransfersFor,
        int endedPlans,
        Duration endedPlansFor,
        int endedComparisons,
        Duration endedComparisonsFor) {
    private static final int MANY = 1_000_000;

    static QuotasConfig read(Section section) {
        return new QuotasConfig(
                section.get("requestRate", Value.between(0, MANY), 500),
                section.get("eventStreams", Value.between(1, MANY), 1000),
                section.get("eventStreamsPerCaller", Value.between(1, MANY), 200),
                section.get("leases", Value.between(1, MANY), 10_000),
                section.get("leasesPerCaller", Value.between(1, MANY), 5000),
                section.get("manifests", Value.between(1, MANY), 1000),
                section.get("manifestSstables", Value.between(1, 100 * MANY), 500_000),
                section.get("unfinishedTransfers", Value.between(1, MANY), 2000),
                section.get("endedTransfers", Value.between(0, MANY), 10_000),
                section.get("endedTransfersFor", Value.time("1m", "3650d"), Duration.ofDays(90)),
                section.get("endedPlans", Value.between(0, MANY), 50),
                section.get("endedPlansFor", Value.time("1m", "3650d"), Duration.ofDays(365)),
                section.get("endedComparisons", Value.between(0, MANY), 50),
                section.get("endedComparisonsFor", Value.time("1m", "3650d"), Duration.ofDays(365)));
    }
}
