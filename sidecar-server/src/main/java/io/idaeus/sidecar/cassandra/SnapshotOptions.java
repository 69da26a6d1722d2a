/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

/**
 * How to take a snapshot. Cassandra's own time to live (since 4.1) is never used: it would clear a leased snapshot.
 *
 * @param skipFlush leave out what is only in memory
 */
public record SnapshotOptions(boolean skipFlush) {
    public static final SnapshotOptions DEFAULTS = new SnapshotOptions(false);
}
