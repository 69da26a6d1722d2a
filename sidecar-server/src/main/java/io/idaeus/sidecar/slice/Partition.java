/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import org.jspecify.annotations.Nullable;

/** Where a partition begins in the slice's Data.db. */
final class Partition {
    private static final int LENGTH = 2;
    private static final int LONGEST = LENGTH + 0xffff;

    private final long position;
    private final byte @Nullable [] key;

    /**
     * @param position uncompressed
     * @param key that must be there; null where any key may be
     */
    Partition(long position, byte @Nullable [] key) {
        this.position = position;
        this.key = key;
    }

    long position() {
        return position;
    }

    byte @Nullable [] key() {
        return key;
    }

    /** Where the key ends, or can end at most. */
    long keyEnd() {
        return position + (key == null ? LONGEST : LENGTH + key.length);
    }

    /**
     * Whether a part of Data.db has the key: its length in two bytes, then its bytes. Only what is in the part is
     * compared.
     *
     * @param from where the part begins in Data.db
     */
    boolean isIn(byte[] part, int partLength, long from, byte[] expected) {
        int begin = (int) Math.max(0, from - position);
        int end = (int) Math.min(LENGTH + expected.length, from + partLength - position);
        for (int i = begin; i < end; i++) {
            int wanted =
                    switch (i) {
                        case 0 -> expected.length >>> 8;
                        case 1 -> expected.length;
                        default -> expected[i - LENGTH];
                    };
            if (part[(int) (position - from) + i] != (byte) wanted) {
                return false;
            }
        }
        return true;
    }

    /**
     * The key that a part of Data.db has there; null where it does not end in the part.
     *
     * @param from where the part begins in Data.db, not after the partition
     */
    byte @Nullable [] keyIn(byte[] part, int partLength, long from) {
        int at = (int) (position - from);
        if (at + LENGTH > partLength) {
            return null;
        }
        int length = ((part[at] & 0xff) << 8) | (part[at + 1] & 0xff);
        if (at + LENGTH + length > partLength) {
            return null;
        }
        byte[] found = new byte[length];
        System.arraycopy(part, at + LENGTH, found, 0, length);
        return found;
    }
}
