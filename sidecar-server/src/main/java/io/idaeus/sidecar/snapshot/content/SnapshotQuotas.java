/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

/**
 * The limits on leases and manifests at a time.
 *
 * @param leasesPerCaller of each identity; without authentication there is no such quota
 * @param manifests that are being built, or wait for it
 * @param manifestSstables SSTables in one manifest
 */
public record SnapshotQuotas(int leases, int leasesPerCaller, int manifests, int manifestSstables) {
    public static SnapshotQuotas none() {
        return new SnapshotQuotas(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }
}
