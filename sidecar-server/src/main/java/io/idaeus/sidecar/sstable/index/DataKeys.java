/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.sstable.file.SstableException;

/** Reads the keys of partitions from Data.db, whose chunks have checksums. */
public interface DataKeys {
    /** @param position of the partition, uncompressed */
    byte[] at(long position) throws SstableException;

    /** Uncompressed bytes of each chunk. */
    int chunkLength();
}
