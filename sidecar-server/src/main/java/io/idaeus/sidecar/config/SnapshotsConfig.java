/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.time.Duration;

/**
 * Managed snapshots and leases.
 *
 * @param lowSpaceThreshold free share of a data file system below which space is low
 * @param lowSpaceLeaseTtl after the last renewal, while space is low; for leases that clear their snapshot on release
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
