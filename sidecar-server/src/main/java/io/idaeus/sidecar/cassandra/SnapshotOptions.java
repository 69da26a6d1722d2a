/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to take a snapshot.
 *
 * @param skipFlush leave out what is only in memory
 * @param ttl after which Cassandra itself clears it (4.1 and later); null for never
 */
public record SnapshotOptions(boolean skipFlush, @Nullable Duration ttl) {
    public static final SnapshotOptions DEFAULTS = new SnapshotOptions(false, null);
}
