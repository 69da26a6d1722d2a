/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.sstable.file.ByteWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes Summary.db (Cassandra's {@code IndexSummaryBuilder}), at full sampling. */
public final class SummaryWriter {
    private static final int FULL_SAMPLING = 128;

    private final SliceFiles files;
    private final int minInterval;
    private final ByteWriter offsets = new ByteWriter(4 << 10);
    private final ByteWriter samples = new ByteWriter(32 << 10);
    private long keys;
    private int count;

    public SummaryWriter(SliceFiles files, int minInterval) {
        this.files = files;
        this.minInterval = minInterval;
    }

    /** @param position of the entry in Index.db */
    public void add(byte[] key, long position) {
        if (keys++ % minInterval != 0 || Integer.MAX_VALUE - samples.length() - 4L * count < key.length + 1024L) {
            return;
        }
        offsets.i32(samples.length());
        samples.bytes(key).i64(Long.reverseBytes(position));
        count++;
    }

    public void finish(byte[] first, byte[] last) throws IOException {
        int table = Integer.BYTES * count;
        byte[] relative = offsets.buffer();
        ByteBuffer in = ByteBuffer.wrap(relative);
        ByteBuffer out = ByteBuffer.allocate(table).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            out.putInt(table + in.getInt());
        }
        OutFile written = files.create("Summary.db");
        written.write(new ByteWriter(24)
                .i32(minInterval)
                .i32(count)
                .i64((long) table + samples.length())
                .i32(FULL_SAMPLING)
                .i32(Math.toIntExact((keys - 1) / minInterval + 1))
                .toBytes());
        written.write(out.array());
        written.write(samples.buffer(), 0, samples.length());
        written.write(new ByteWriter(first.length + last.length + 8)
                .i32(first.length)
                .bytes(first)
                .i32(last.length)
                .bytes(last)
                .toBytes());
        written.finish();
    }
}
