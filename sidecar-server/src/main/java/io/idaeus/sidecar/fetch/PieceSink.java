/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

/** Where one piece goes. */
interface PieceSink extends BodySink, AutoCloseable {

    /** CRC32 of the bytes that came. */
    int crc32();

    /** Bytes that the progress was told of. */
    long told();

    /** Gives its buffers back; nothing may be under way. */
    @Override
    void close();
}
