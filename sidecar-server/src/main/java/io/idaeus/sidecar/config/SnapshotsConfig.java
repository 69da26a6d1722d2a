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
 */
public record SnapshotsConfig(Duration leaseTtl, Duration reaperInterval) {
    static SnapshotsConfig read(Section section) {
        return new SnapshotsConfig(
                section.get("leaseTtl", Value.time("10s", "30d"), Duration.ofHours(6)),
                section.get("reaperInterval", Value.DURATION, Duration.ofMinutes(1)));
    }
}
