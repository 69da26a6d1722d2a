/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads Digest.crc32: the CRC32 of Data.db as stored, in decimal digits. */
public final class Digest {
    private static final int LIMIT_BYTES = 64;

    private Digest() {}

    public static Crc32 read(Path file) throws SstableException {
        try (ComponentFile digest = ComponentFile.open(file)) {
            return parse(new String(digest.readAll(LIMIT_BYTES), StandardCharsets.ISO_8859_1).strip());
        }
    }

    private static Crc32 parse(String digits) throws SstableException {
        try {
            if (digits.matches("\\d{1,10}")) {
                return Crc32.ofUnsigned(Long.parseLong(digits));
            }
            throw corrupt(null);
        } catch (IllegalArgumentException e) {
            throw corrupt(e);
        }
    }

    private static SstableException corrupt(@Nullable Throwable cause) {
        return new SstableException(
                Code.CORRUPT_COMPONENT,
                "Digest.crc32 holds no CRC32 (expected: a decimal number below 2^32); scrub or compact the SSTable, so"
                        + " that Cassandra writes the file anew",
                cause);
    }
}
