/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.sstable.file.ByteWriter;
import java.util.Arrays;

/**
 * A partition key in bytes whose unsigned order is that of SSTables (Cassandra's {@code
 * DecoratedKey.asComparableBytes}, version OSS50). Not thread-safe.
 */
public final class ComparableKey {
    private static final int COMPONENT = 0x40;
    private static final int END = 0x38;
    private static final int ZERO = 0x00;
    private static final int ZERO_AGAIN = 0xfe;
    private static final int ZERO_DONE = 0xff;

    private final ByteWriter bytes = new ByteWriter(64);

    public void set(long token, byte[] key) {
        bytes.clear();
        // The order of signed numbers.
        bytes.u8(COMPONENT).i64(token ^ Long.MIN_VALUE).u8(COMPONENT);
        boolean zeros = false;
        for (byte b : key) {
            if (b == 0) {
                bytes.u8(zeros ? ZERO_AGAIN : ZERO);
            } else if (zeros) {
                bytes.u8(ZERO_DONE).u8(b);
            } else {
                bytes.u8(b);
            }
            zeros = b == 0;
        }
        bytes.u8(zeros ? ZERO_AGAIN : ZERO).u8(END);
    }

    public byte[] buffer() {
        return bytes.buffer();
    }

    public int length() {
        return bytes.length();
    }

    /** How many bytes it takes to tell two keys apart. */
    public int difference(ComparableKey other) {
        int common = Arrays.mismatch(buffer(), 0, length(), other.buffer(), 0, other.length());
        return common < 0 ? length() : common + 1;
    }
}
