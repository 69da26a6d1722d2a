/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.sstable.file.SstableException;
import java.io.IOException;

/** The index of a slice: where its partitions are. */
interface SliceIndex extends AutoCloseable {
    /** The component that names the keys, for messages. */
    String file();

    /** Reads the source's, and tells the pipeline where each partition begins. */
    void copy(Pipeline pipeline) throws IOException, SliceException, SstableException, InterruptedException;

    /** In the order of the partitions, once the pipeline has read it. Only where the source's index has no keys. */
    default void key(byte[] key) throws IOException, SliceException {
        throw new UnsupportedOperationException();
    }

    /** Makes its files durable, once every partition is written. */
    void finish() throws IOException;

    @Override
    void close() throws IOException, SstableException;
}
