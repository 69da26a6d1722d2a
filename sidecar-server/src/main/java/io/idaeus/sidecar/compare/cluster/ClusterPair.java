/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.value.Bounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The two clusters of a comparison. */
public record ClusterPair(ComparedCluster here, ComparedCluster there) {
    private static final int LEAST_AT_ONCE = 4;
    private static final int MOST_AT_ONCE = 8;

    /**
     * How many parts are compared at the same time: one for each sidecar of the smaller cluster, within bounds.
     *
     * @param maxRate bytes per second of all of them; null for no limit
     */
    public int parallel(@Nullable Long maxRate) {
        int sidecars = Math.min(here.sidecars(), there.sidecars());
        long bounded = Math.max(LEAST_AT_ONCE, Math.min(MOST_AT_ONCE, sidecars));
        // No scan may be slower than this.
        return (int) (maxRate == null ? bounded : Math.max(1, Math.min(bounded, maxRate / Bounds.MIN_RATE)));
    }

    /** The longest of both. */
    public Duration writeTimeout() {
        Duration ours = here.writeTimeout();
        Duration theirs = there.writeTimeout();
        return ours.compareTo(theirs) > 0 ? ours : theirs;
    }
}
