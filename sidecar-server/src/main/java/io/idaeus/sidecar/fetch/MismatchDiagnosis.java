/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.FetchResult.Fault;
import io.idaeus.sidecar.fetch.file.PieceLayout;
import io.idaeus.sidecar.fetch.file.ReceivedPiece;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a mismatch arose.
 *
 * @param wrong the pieces that differ from the source's
 */
record MismatchDiagnosis(Fault fault, List<ReceivedPiece> wrong) {

    /**
     * @param source CRC32 of each piece, from its disk
     * @param expected CRC32 of the file
     */
    static MismatchDiagnosis of(PieceLayout pieces, int[] received, int[] source, Crc32 expected) {
        List<ReceivedPiece> wrong = new ArrayList<>();
        for (int i = 0; i < received.length; i++) {
            if (received[i] != source[i]) {
                wrong.add(new ReceivedPiece(i, received[i]));
            }
        }
        return new MismatchDiagnosis(pieces.combine(source).equals(expected) ? Fault.WIRE : Fault.SOURCE_DISK, wrong);
    }
}
