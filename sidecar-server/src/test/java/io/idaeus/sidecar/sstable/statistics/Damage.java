/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;

/** Ways in which the bytes of a file go wrong. */
public final class Damage {
    private static final long[] EXTREMES = {
        0,
        1,
        -1,
        0x7f,
        0x80,
        0xff,
        0x7fff,
        0xffff,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        0xffff_ffffL,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        1L << 31,
        1L << 40
    };

    private final Random random;

    public Damage(Random random) {
        this.random = random;
    }

    /** A damaged copy; {@code other} is another file of the same kind. */
    public byte[] damage(byte[] whole, byte[] other) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> Arrays.copyOf(whole, random.nextInt(whole.length + 1));
            case 2 -> extended(whole);
            case 3, 4 -> extreme(whole);
            case 5 -> spliced(whole, other);
            default -> flipped(whole);
        };
    }

    private byte[] flipped(byte[] whole) {
        byte[] bytes = whole.clone();
        for (int n = random.nextInt(4); n >= 0 && bytes.length > 0; n--) {
            bytes[random.nextInt(bytes.length)] ^=
                    (byte) (random.nextBoolean() ? 1 << random.nextInt(8) : random.nextInt());
        }
        return bytes;
    }

    private byte[] extended(byte[] whole) {
        byte[] bytes = Arrays.copyOf(whole, whole.length + 1 + random.nextInt(64));
        if (random.nextBoolean()) {
            byte[] more = new byte[bytes.length - whole.length];
            random.nextBytes(more);
            System.arraycopy(more, 0, bytes, whole.length, more.length);
        }
        return bytes;
    }

    /** A number that a reader may take for a length, an offset or a count. */
    private byte[] extreme(byte[] whole) {
        byte[] bytes = whole.clone();
        int width = 1 << random.nextInt(4);
        if (bytes.length >= width) {
            long value = EXTREMES[random.nextInt(EXTREMES.length)];
            byte[] number = ByteBuffer.allocate(8)
                    .putLong(random.nextBoolean() ? value : Long.reverseBytes(value))
                    .array();
            System.arraycopy(number, 8 - width, bytes, random.nextInt(bytes.length - width + 1), width);
        }
        return bytes;
    }

    private byte[] spliced(byte[] whole, byte[] other) {
        int cut = random.nextInt(Math.min(whole.length, other.length) + 1);
        byte[] bytes = other.clone();
        System.arraycopy(whole, 0, bytes, 0, cut);
        return bytes;
    }

    /** Statistics.db with every checksum made right again, so that what it protects gets read too. */
    public static byte[] sealed(byte[] statistics) {
        byte[] bytes = statistics.clone();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int count = bytes.length < 12 ? 0 : buffer.getInt(0);
        int contents = 8;
        if (count < 1 || count > 100 || bytes.length < contents + 8 * count + 4) {
            return bytes;
        }
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, 4);
        buffer.putInt(4, (int) crc.getValue());
        crc.update(bytes, contents, 8 * count);
        buffer.putInt(contents + 8 * count, (int) crc.getValue());
        for (int i = 0; i < count; i++) {
            int from = buffer.getInt(contents + 8 * i + 4);
            int to = (i + 1 < count ? buffer.getInt(contents + 8 * i + 12) : bytes.length) - 4;
            if (from >= contents + 8 * count + 4 && from <= to && to <= bytes.length - 4) {
                CRC32 body = new CRC32();
                body.update(bytes, from, to - from);
                buffer.putInt(to, (int) body.getValue());
            }
        }
        return bytes;
    }
}
