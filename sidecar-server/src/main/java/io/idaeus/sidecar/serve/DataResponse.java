/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.serve.file.OpenFile;
import io.idaeus.sidecar.serve.file.SentBundleFile;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpResponse;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A response before it is sent. Its holder sends it, or releases its file and worker. */
sealed interface DataResponse {

    HttpResponse head();

    /**
     * @param close whether the connection is closed afterwards
     * @param problem null for none
     */
    record Complete(
            FullHttpResponse head, boolean close, @Nullable ProblemType problem) implements DataResponse {
        private static final Set<ProblemType> REFUSALS = Set.of(
                ProblemType.UNAUTHENTICATED,
                ProblemType.FORBIDDEN,
                ProblemType.TOO_MANY_REQUESTS,
                ProblemType.OVERLOADED);

        Complete(FullHttpResponse head, boolean close) {
            this(head, close, null);
        }

        /** Why the caller is refused; null where it is not. */
        @Nullable
        ProblemType refusal() {
            return problem != null && REFUSALS.contains(problem) ? problem : null;
        }
    }

    /** {@code length} bytes from {@code first}; holds a reference to the file. */
    record FileBytes(HttpResponse head, String snapshot, OpenFile file, long first, long length)
            implements DataResponse {}

    /** The same bytes as compressed blocks; holds a reference to the file. */
    record CompressedBytes(HttpResponse head, String snapshot, OpenFile file, long first, long length, int level)
            implements DataResponse {}

    record FileBundle(HttpResponse head, String snapshot, List<SentBundleFile> parts) implements DataResponse {}

    /** The CRC32 of each piece; holds a reference to the file, and a checksum worker. */
    record PieceChecksums(HttpResponse head, String snapshot, OpenFile file, long size, long pieceBytes)
            implements DataResponse {}
}
