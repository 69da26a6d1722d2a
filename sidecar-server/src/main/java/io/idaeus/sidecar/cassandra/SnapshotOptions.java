/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

/**
 * How to take a snapshot. Never with Cassandra's own time to live (4.1 and later): Cassandra would clear it while
 * somebody leases it.
 *
 * @param skipFlush leave out what is only in memory
 */
public record SnapshotOptions(boolean skipFlush) {
    public static final SnapshotOptions DEFAULTS = new SnapshotOptions(false);
}
