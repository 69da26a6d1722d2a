/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Statistics.db as it is laid out: a table of contents and up to four sections, each with a CRC32 (Cassandra's {@code
 * MetadataSerializer}). Immutable.
 */
final class StatisticsSections {
    static final int VALIDATION = 0;
    static final int STATS = 2;
    static final int HEADER = 3;

    private static final int LIMIT = 32 << 20;
    private static final int TYPES = 4;
    private static final int CRC = 4;

    private final String file;
    private final Map<Integer, byte[]> bodies;

    private StatisticsSections(String file, Map<Integer, byte[]> bodies) {
        this.file = file;
        this.bodies = bodies;
    }

    /** Checks every CRC32. */
    static StatisticsSections read(ComponentFile file) throws SstableException {
        byte[] bytes = file.readAll(LIMIT);
        Cursor in = new Cursor(file.name(), bytes);
        CRC32 crc = new CRC32();
        int count = in.i32();
        check(in, crc, bytes, 0, 4);
        if (count < 1 || count > TYPES) {
            throw in.corrupt(count + " sections (expected: 1 to " + TYPES + ")");
        }
        ByteBuffer contents = ByteBuffer.wrap(bytes, in.position(), Math.min(8 * count, in.remaining()));
        in.skip(8L * count);
        check(in, crc, bytes, 8, 8 * count);
        Map<Integer, byte[]> bodies = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            int type = contents.getInt();
            int offset = contents.getInt();
            int end = i + 1 < count ? contents.getInt(contents.position() + 4) : bytes.length;
            bodies.put(type, checkedBody(in, bytes, offset, end));
        }
        in.end();
        return new StatisticsSections(file.name(), bodies);
    }

    private static byte[] checkedBody(Cursor in, byte[] bytes, int offset, int end) throws SstableException {
        if (offset != in.position() || end - CRC < offset) {
            throw in.corrupt("a section from " + offset + " to " + end + " (expected: from " + in.position() + ")");
        }
        int length = end - CRC - offset;
        byte[] body = in.take(length);
        check(in, new CRC32(), bytes, offset, length);
        return body;
    }

    private static void check(Cursor in, CRC32 crc, byte[] bytes, int from, int length) throws SstableException {
        crc.update(bytes, from, length);
        int stored = in.i32();
        if (stored != (int) crc.getValue()) {
            throw in.corrupt(String.format(
                    "CRC32 of bytes %d to %d is %08x (expected: %08x, as stored after them)",
                    from, from + length, (int) crc.getValue(), stored));
        }
    }

    /** From the first byte of the section on. */
    Cursor body(int type) throws SstableException {
        byte[] body = bodies.get(type);
        if (body == null) {
            throw new Cursor(file, new byte[0]).corrupt("no section of type " + type);
        }
        return new Cursor(file, body);
    }

    /** These, with another body in the place of one. */
    StatisticsSections with(int type, byte[] body) {
        Map<Integer, byte[]> changed = new LinkedHashMap<>(bodies);
        changed.put(type, body);
        return new StatisticsSections(file, changed);
    }

    /** The whole file. */
    byte[] toBytes() {
        int contents = 4 + CRC + 8 * bodies.size() + CRC;
        int size = contents;
        for (byte[] body : bodies.values()) {
            size += body.length + CRC;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        CRC32 crc = new CRC32();
        out.putInt(bodies.size());
        putCrc(out, crc, 0, 4);
        int offset = contents;
        for (Map.Entry<Integer, byte[]> section : bodies.entrySet()) {
            out.putInt(section.getKey()).putInt(offset);
            offset += section.getValue().length + CRC;
        }
        // It goes on from the one of the count.
        putCrc(out, crc, 8, 8 * bodies.size());
        for (byte[] body : bodies.values()) {
            int from = out.position();
            out.put(body);
            putCrc(out, new CRC32(), from, body.length);
        }
        return out.array();
    }

    private static void putCrc(ByteBuffer out, CRC32 crc, int from, int length) {
        crc.update(out.slice(from, length));
        out.putInt((int) crc.getValue());
    }
}
