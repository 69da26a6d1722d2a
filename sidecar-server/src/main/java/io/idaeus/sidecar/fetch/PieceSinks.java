/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import java.io.IOException;

/** Opens part files of pieces, and chooses how each piece is written. */
final class PieceSinks {
    private final FetchMeters meters;

    PieceSinks(FetchMeters meters) {
        this.meters = meters;
    }

    PieceFile open(FetchRequest request, Pieces pieces) throws IOException, FetchException {
        return PieceFile.open(request, pieces, meters, null, Preallocation.SPARSE);
    }

    /** Where a piece shall go; to be closed. */
    PieceSink sink(FetchRequest request, PieceFile file, Pieces pieces, int index) {
        return new BufferedPiece(
                new RangeWriter(file.channel(), pieces.first(index), pieces.end(index), meters, request.progress()));
    }
}
