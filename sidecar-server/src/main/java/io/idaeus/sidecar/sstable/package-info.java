/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * SSTables on disk. Reads the files of Cassandra 4.0 to 6.0 without Cassandra's code.
 *
 * <p>Every parser takes hostile bytes: it allocates at most a fixed bound or the file's size, ends after one pass,
 * and throws only {@link io.idaeus.sidecar.sstable.file.SstableException}.
 */
@NullMarked
package io.idaeus.sidecar.sstable;

import org.jspecify.annotations.NullMarked;
