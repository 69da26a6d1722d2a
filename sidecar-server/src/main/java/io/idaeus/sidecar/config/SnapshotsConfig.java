/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;

/**
 * Snapshots that this sidecar makes for others.
 *
 * @param leaseTtl of a lease that names none
 * @param reaperInterval how often expired leases are looked for
 * @param lowSpaceThreshold the share of a data file system that is free, below which its space is low
 * @param lowSpaceLeaseTtl of a lease while it is, after its last renewal
 */
public record SnapshotsConfig(
        Duration leaseTtl, Duration reaperInterval, double lowSpaceThreshold, Duration lowSpaceLeaseTtl) {
    static SnapshotsConfig read(Section section) {
        return new SnapshotsConfig(
                section.get("leaseTtl", Value.time("10s", "30d"), Duration.ofHours(6)),
                section.get("reaperInterval", Value.DURATION, Duration.ofMinutes(1)),
                section.get("lowSpaceThreshold", Value.PERCENT, 0.05),
                section.get("lowSpaceLeaseTtl", Value.time("10m", "30d"), Duration.ofMinutes(30)));
    }
}
