/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.UnreadableReason.Code;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Digest.crc32: the CRC32 of all bytes of Data.db as stored, in decimal digits, written when the file was. */
public final class Digest {
    private static final int LIMIT = 64;
    private static final long MAX_CRC32 = 0xffff_ffffL;

    private Digest() {}

    /**
     * Reads the file of a component {@code Digest.crc32}.
     *
     * @return an unsigned 32-bit number
     */
    public static long read(Path file) throws SstableException {
        try (ComponentFile digest = ComponentFile.open(file)) {
            return parse(new String(digest.readAll(LIMIT), StandardCharsets.ISO_8859_1).strip());
        }
    }

    private static long parse(String digits) throws SstableException {
        if (digits.matches("\\d{1,10}") && Long.parseLong(digits) <= MAX_CRC32) {
            return Long.parseLong(digits);
        }
        throw new SstableException(
                Code.CORRUPT_COMPONENT,
                "Digest.crc32: no CRC32 in decimal digits (expected: a number up to " + MAX_CRC32
                        + "); compact or scrub the SSTable to have Cassandra write it anew");
    }
}
