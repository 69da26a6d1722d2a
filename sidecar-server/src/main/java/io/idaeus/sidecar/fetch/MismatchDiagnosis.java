/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.Fault;
import java.util.ArrayList;
import java.util.List;

/**
 * Who is to blame for a file that came wrong, from what its source says of each piece.
 *
 * @param wrong the pieces that came otherwise than the source has them
 */
record MismatchDiagnosis(Fault fault, List<ReceivedPiece> wrong) {

    /**
     * @param came CRC32 of each piece as it came
     * @param source CRC32 of each piece as the source reads it from its disk
     * @param expected of the file, as the manifest says
     */
    static MismatchDiagnosis of(PieceLayout pieces, int[] came, int[] source, Crc32 expected) {
        List<ReceivedPiece> wrong = new ArrayList<>();
        for (int i = 0; i < came.length; i++) {
            if (came[i] != source[i]) {
                wrong.add(new ReceivedPiece(i, came[i]));
            }
        }
        return new MismatchDiagnosis(pieces.combine(source).equals(expected) ? Fault.WIRE : Fault.SOURCE_DISK, wrong);
    }
}
