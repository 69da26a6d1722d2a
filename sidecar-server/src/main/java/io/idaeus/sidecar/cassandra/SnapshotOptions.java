/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

/**
 * How to take a snapshot.
 *
 * @param skipFlush leave out what is only in memory
 */
public record SnapshotOptions(boolean skipFlush) {
    // Never Cassandra's own time to live (since 4.1): it would clear a leased snapshot.
    public static final SnapshotOptions DEFAULTS = new SnapshotOptions(false);
}
