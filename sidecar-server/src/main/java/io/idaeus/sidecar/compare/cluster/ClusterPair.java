/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import java.time.Duration;

/** The two clusters of a comparison. */
public record ClusterPair(ComparedCluster here, ComparedCluster there) {
    private static final int LEAST_AT_ONCE = 2;
    private static final int MOST_AT_ONCE = 8;

    /** How many parts are compared at the same time: one for each sidecar of the smaller cluster, within bounds. */
    public int parallel() {
        int sidecars = Math.min(here.sidecars(), there.sidecars());
        return Math.max(LEAST_AT_ONCE, Math.min(MOST_AT_ONCE, sidecars));
    }

    /** The longest of both. */
    public Duration writeTimeout() {
        Duration ours = here.writeTimeout();
        Duration theirs = there.writeTimeout();
        return ours.compareTo(theirs) > 0 ? ours : theirs;
    }
}
