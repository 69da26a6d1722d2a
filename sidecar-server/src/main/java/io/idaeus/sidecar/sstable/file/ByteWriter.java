/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import java.util.Arrays;

/** Writes big-endian values, as Cassandra's components have them. Grows as needed. Not thread-safe. */
public final class ByteWriter {
    private static final int MAX_VINT = 9;

    private byte[] buffer;
    private int length;

    /** @param expected bytes */
    public ByteWriter(int expected) {
        buffer = new byte[Math.max(16, expected)];
    }

    public int length() {
        return length;
    }

    /** Forgets what was written. */
    public void clear() {
        length = 0;
    }

    /** The bytes from 0 to {@link #length}, until the next write. */
    public byte[] buffer() {
        return buffer;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(buffer, length);
    }

    private void room(int bytes) {
        if (buffer.length - length < bytes) {
            buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, Math.addExact(length, bytes)));
        }
    }

    public ByteWriter u8(int value) {
        room(1);
        buffer[length++] = (byte) value;
        return this;
    }

    public ByteWriter u16(int value) {
        return u8(value >>> 8).u8(value);
    }

    public ByteWriter i32(int value) {
        return u16(value >>> 16).u16(value);
    }

    public ByteWriter i64(long value) {
        return i32((int) (value >>> 32)).i32((int) value);
    }

    public ByteWriter f64(double value) {
        return i64(Double.doubleToRawLongBits(value));
    }

    public ByteWriter bytes(byte[] bytes) {
        return bytes(bytes, 0, bytes.length);
    }

    public ByteWriter bytes(byte[] bytes, int offset, int count) {
        room(count);
        System.arraycopy(bytes, offset, buffer, length, count);
        length += count;
        return this;
    }

    /** Cassandra's unsigned variable-length integer: the first byte's leading ones count the bytes that follow. */
    public ByteWriter vint(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
        return vint(value, 1 + Math.min(8, (bits - 1) / 7));
    }

    /** @param bytes at least as many as the number needs, up to 9 */
    public ByteWriter vint(long value, int bytes) {
        room(MAX_VINT);
        int extra = bytes - 1;
        if (extra == 8) {
            return u8(0xff).i64(value);
        }
        long marked = value | (~(0xffL >> extra) & 0xff) << (8 * extra);
        for (int i = extra; i >= 0; i--) {
            buffer[length++] = (byte) (marked >>> (8 * i));
        }
        return this;
    }
}
