/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

/** Values of Statistics.db that {@link StatisticsEdit} can replace. The layouts are Cassandra's {@code StatsMetadata}. */
public enum StatsField {
    /** Histogram of the partitions' bytes: an int count, then pairs of a long offset and a long count. */
    PARTITION_SIZES,
    /** Last position in the commit log: a long and an int. */
    UPPER_BOUND,
    /** Compressed over uncompressed bytes, as a double; -1 for not compressed. */
    RATIO,
    /** First position in the commit log: a long and an int. */
    LOWER_BOUND,
    /** Intervals of the commit log: an int count, then two positions each. */
    INTERVALS,
    /** A byte, and a UUID where it is 1. */
    PENDING_REPAIR,
    /** The host id of the node that wrote the SSTable: a byte, and a UUID where it is 1. From nb and da on. */
    HOST_ID,
    /** First and last key, each after a vint length. From oa and da on. */
    KEYS,
    /** Share of the node's token space, as a double; NaN for unknown. From oa and da on. */
    COVERAGE
}
