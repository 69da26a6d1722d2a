/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Reads big-endian values from untrusted bytes. Checks each length and count before it allocates. */
public final class Cursor {
    private final String file;
    private final ByteBuffer bytes;

    public Cursor(String file, byte[] bytes) {
        this(file, ByteBuffer.wrap(bytes));
    }

    private Cursor(String file, ByteBuffer bytes) {
        this.file = file;
        this.bytes = bytes;
    }

    public SstableException corrupt(String finding) {
        return new SstableException(Code.CORRUPT_COMPONENT, file + ": " + finding);
    }

    public int position() {
        return bytes.position();
    }

    public int remaining() {
        return bytes.remaining();
    }

    private void need(long length) throws SstableException {
        if (length < 0 || length > bytes.remaining()) {
            throw corrupt(Long.toUnsignedString(length) + " bytes at " + bytes.position() + " (expected: at most "
                    + bytes.remaining() + ")");
        }
    }

    public int u8() throws SstableException {
        need(1);
        return bytes.get() & 0xff;
    }

    public int u16() throws SstableException {
        need(2);
        return bytes.getShort() & 0xffff;
    }

    public int i32() throws SstableException {
        need(4);
        return bytes.getInt();
    }

    public long i64() throws SstableException {
        need(8);
        return bytes.getLong();
    }

    public double f64() throws SstableException {
        need(8);
        return bytes.getDouble();
    }

    public boolean bool() throws SstableException {
        return u8() != 0;
    }

    public UUID uuid() throws SstableException {
        return new UUID(i64(), i64());
    }

    // Cassandra's unsigned variable-length integer: the first byte's leading ones count the bytes that follow.
    public long vint() throws SstableException {
        int first = u8();
        int extra = Integer.numberOfLeadingZeros(~(first << 24));
        need(extra);
        long value = first & (0xff >> extra);
        if (extra > 0 && bytes.remaining() >= Long.BYTES) {
            int at = bytes.position();
            bytes.position(at + extra);
            return (value << (8 * extra)) | (bytes.getLong(at) >>> (Long.SIZE - 8 * extra));
        }
        for (int i = 0; i < extra; i++) {
            value = (value << 8) | (bytes.get() & 0xff);
        }
        return value;
    }

    public byte[] take(long length) throws SstableException {
        need(length);
        byte[] taken = new byte[(int) length];
        bytes.get(taken);
        return taken;
    }

    public void skip(long length) throws SstableException {
        need(length);
        bytes.position(bytes.position() + (int) length);
    }

    /** Goes on, or back, to a position that is within the bytes. */
    public void goTo(int position) throws SstableException {
        if (position < 0 || position > bytes.limit()) {
            throw corrupt("position " + position + " (expected: at most " + bytes.limit() + ")");
        }
        bytes.position(position);
    }

    // Checks a count of items that take at least minBytes each.
    public int count(long count, int minBytes) throws SstableException {
        if (count < 0 || count > bytes.remaining() / minBytes) {
            throw corrupt("a count of " + count + " at " + bytes.position() + " with " + bytes.remaining()
                    + " bytes left (expected: at least " + minBytes + " bytes for each)");
        }
        return (int) count;
    }

    // With a two-byte length.
    public String utf() throws SstableException {
        // The writer's modified UTF-8 is UTF-8 for every name that occurs.
        return new String(take(u16()), StandardCharsets.UTF_8);
    }

    public String vintUtf() throws SstableException {
        return new String(take(vint()), StandardCharsets.UTF_8);
    }

    public void zeroToEnd() throws SstableException {
        while (bytes.hasRemaining()) {
            if (bytes.get() != 0) {
                throw corrupt("a byte other than 0 at " + (bytes.position() - 1) + " (expected: padding to the end)");
            }
        }
    }

    public void end() throws SstableException {
        if (bytes.hasRemaining()) {
            throw corrupt(bytes.remaining() + " bytes left at " + bytes.position() + " (expected: the end)");
        }
    }
}
