/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What an SSTable is on disk: names, components, first and last key, statistics, digest, and the listing of a table's
 * directories. Reads the files of Cassandra 4.0 to 6.0 without Cassandra's code. Pure: the JDK and {@code ring} alone.
 *
 * <p>The formats are those of Cassandra's {@code MetadataSerializer}, {@code StatsMetadata}, {@code
 * SerializationHeader}, {@code IndexSummary}, {@code PartitionIndex}, {@code CompressionMetadata} and {@code LogFile}.
 * Every parser takes hostile bytes: it allocates no more than a fixed bound or the size of the file, ends after one
 * pass, and throws {@link io.idaeus.sidecar.sstable.SstableException} alone.
 */
@NullMarked
package io.idaeus.sidecar.sstable;

import org.jspecify.annotations.NullMarked;
