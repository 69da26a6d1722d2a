/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import java.util.List;

/** What is sent for one request. Not sent yet: whoever holds it sends it or releases it. */
sealed interface Answer {

    /**
     * A response without a file.
     *
     * @param close whether the connection ends with it
     */
    record Complete(FullHttpResponse response, boolean close) implements Answer {}

    /** A head, and {@code length} bytes of a file of the snapshot from {@code first} on. */
    record Body(HttpResponse head, String snapshot, OpenFile file, long first, long length) implements Answer {}

    /** A head, and what was asked of each of these components, each followed by its trailer. */
    record Bundle(HttpResponse head, String snapshot, List<BundlePart> parts) implements Answer {}

    /** A head, and the CRC32 of each piece of the file. It has one of the checksum workers. */
    record Checksums(HttpResponse head, OpenFile file, long size, long pieceBytes) implements Answer {}
}
