/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/** How the destinations of one range share its candidates. */
public enum Sharing {
    /** Every destination chooses on its own. */
    INDEPENDENT,
    /**
     * No two destinations take the same source. With as many candidates as destinations, and one copy for each, the set
     * of copies at the destinations is the set at the sources.
     */
    DISTINCT_ACROSS_REPLICAS
}
