/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.checksum;

import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * A CRC32 (zlib's).
 *
 * @param value its 32 bits
 */
public record Crc32(int value) {
    private static final int DIGITS = 8;
    private static final long MAX = 0xffff_ffffL;

    public static Crc32 of(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return of(crc);
    }

    public static Crc32 of(CRC32 crc) {
        return new Crc32((int) crc.getValue());
    }

    public static Crc32 ofUnsigned(long value) {
        if (value < 0 || value > MAX) {
            throw new IllegalArgumentException("CRC32: " + value + " (expected: 0 to " + MAX + ")");
        }
        return new Crc32((int) value);
    }

    /** Eight lower-case hex digits, as in manifests; Digest.crc32 is decimal. */
    public static Crc32 parse(String text) {
        if (!isText(text)) {
            throw new NumberFormatException("CRC32: \"" + text + "\" (expected: eight lower-case hex digits)");
        }
        return new Crc32(HexFormat.fromHexDigits(text));
    }

    public static boolean isText(String text) {
        return text.length() == DIGITS && text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    public long unsigned() {
        return Integer.toUnsignedLong(value);
    }

    @Override
    public String toString() {
        return HexFormat.of().toHexDigits(value);
    }
}
