/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.fetch.request.RangeSink;

/** Takes one piece of a file. */
public interface PieceSink extends RangeSink, AutoCloseable {

    int crc32();

    /** Bytes reported as progress. */
    long reported();

    /** No write may be in flight. */
    @Override
    void close();
}
