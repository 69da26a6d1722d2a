/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import java.util.List;

/** A response before it is sent. Its holder sends it, or releases its file and worker. */
sealed interface DataResponse {

    HttpResponse head();

    /** @param close whether the connection is closed afterwards */
    record Complete(FullHttpResponse head, boolean close) implements DataResponse {}

    /** {@code length} bytes from {@code first}; holds a reference to the file. */
    record FileBytes(HttpResponse head, String snapshot, OpenFile file, long first, long length)
            implements DataResponse {}

    record FileBundle(HttpResponse head, String snapshot, List<SentBundleFile> parts) implements DataResponse {}

    /** The CRC32 of each piece; holds a reference to the file, and a checksum worker. */
    record PieceChecksums(HttpResponse head, String snapshot, OpenFile file, long size, long pieceBytes)
            implements DataResponse {}
}
