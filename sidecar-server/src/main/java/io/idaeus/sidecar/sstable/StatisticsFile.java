/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads Statistics.db: up to four sections, each with a CRC32 (Cassandra's {@code MetadataSerializer}).
 *
 * @param keys null if not recorded
 */
record StatisticsFile(
        Statistics statistics,
        HeaderSection header,
        @Nullable KeyRange keys) {
    private static final int LIMIT = 32 << 20;
    private static final int VALIDATION = 0;
    private static final int STATS = 2;
    private static final int HEADER = 3;
    private static final int TYPES = 4;

    static StatisticsFile read(ComponentFile file, SstableVersion version) throws SstableException {
        byte[] bytes = file.readAll(LIMIT);
        Map<Integer, Cursor> bodies = bodies(file.name(), bytes);
        Cursor validation = body(bodies, VALIDATION, file.name(), bytes);
        String partitioner = validation.utf();
        double fpChance = validation.f64();
        validation.end();
        Partitioners.requireMurmur3(partitioner);
        StatsBody stats = new StatsBody(body(bodies, STATS, file.name(), bytes), version);
        Statistics statistics = stats.read(fpChance);
        HeaderSection header = header(body(bodies, HEADER, file.name(), bytes));
        return new StatisticsFile(statistics, header, stats.keys());
    }

    private static Cursor body(Map<Integer, Cursor> bodies, int type, String file, byte[] bytes)
            throws SstableException {
        Cursor body = bodies.get(type);
        if (body == null) {
            throw new Cursor(file, bytes).corrupt("no section of type " + type);
        }
        return body;
    }

    private static Map<Integer, Cursor> bodies(String file, byte[] bytes) throws SstableException {
        Cursor in = new Cursor(file, bytes);
        CRC32 crc = new CRC32();
        int count = in.i32();
        check(in, crc, bytes, 0, 4);
        if (count < 1 || count > TYPES) {
            throw in.corrupt(count + " sections (expected: 1 to " + TYPES + ")");
        }
        ByteBuffer contents = ByteBuffer.wrap(bytes, in.position(), Math.min(8 * count, in.remaining()));
        in.skip(8L * count);
        check(in, crc, bytes, 8, 8 * count);
        Map<Integer, Cursor> bodies = new HashMap<>();
        for (int i = 0; i < count; i++) {
            int type = contents.getInt();
            int offset = contents.getInt();
            int end = i + 1 < count ? contents.getInt(contents.position() + 4) : bytes.length;
            bodies.put(type, checkedBody(in, bytes, offset, end));
        }
        in.end();
        return bodies;
    }

    private static Cursor checkedBody(Cursor in, byte[] bytes, int offset, int end) throws SstableException {
        if (offset != in.position() || end - 4 < offset) {
            throw in.corrupt("a section from " + offset + " to " + end + " (expected: from " + in.position() + ")");
        }
        int length = end - 4 - offset;
        Cursor body = in.slice(length);
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

    private static HeaderSection header(Cursor in) throws SstableException {
        // The minima that rows are encoded against; the statistics have them too.
        in.vint();
        in.vint();
        in.vint();
        String key = in.vintUtf();
        List<String> clustering = types(in);
        HeaderSection header = new HeaderSection(key, clustering, columns(in), columns(in));
        in.end();
        return header;
    }

    static List<String> types(Cursor in) throws SstableException {
        int count = in.count(in.vint(), 1);
        List<String> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(in.vintUtf());
        }
        return types;
    }

    private static List<HeaderSection.Column> columns(Cursor in) throws SstableException {
        int count = in.count(in.vint(), 2);
        List<HeaderSection.Column> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(new HeaderSection.Column(in.vintUtf(), in.vintUtf()));
        }
        return columns;
    }
}
