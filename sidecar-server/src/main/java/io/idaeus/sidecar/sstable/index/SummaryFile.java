/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads Summary.db (Cassandra's BIG {@code IndexSummary}): every n-th key and its position in Index.db, without a
 * checksum.
 *
 * <p>Layout: int min interval, int samples, long bytes of offsets and samples, int sampling level, int samples at
 * full sampling; for each sample a little-endian int offset, counted from here; the samples, each a key and a
 * little-endian long position; the first and the last key, each after an int length.
 */
public final class SummaryFile {
    private static final int HEAD = 24;
    private static final int POSITION = 8;
    private static final int MAX_KEY = 0xffff;
    private static final int FULL_SAMPLING = 128;

    private final ComponentFile file;
    private final int minInterval;
    private final int samples;
    private final long size;
    // Partitions from one sample to the next, on average.
    private final double interval;

    private final KeyRange keys;

    private SummaryFile(ComponentFile file) throws SstableException {
        this.file = file;
        Cursor in = new Cursor(file.name(), file.read(0, HEAD));
        minInterval = in.i32();
        samples = in.i32();
        size = in.i64();
        int samplingLevel = in.i32();
        if (minInterval < 1 || samples < 1 || samplingLevel < 1 || samplingLevel > FULL_SAMPLING) {
            throw in.corrupt(samples + " samples at level " + samplingLevel + ", one in " + minInterval);
        }
        long tail = file.size() - HEAD - size;
        if (size < (4L + POSITION) * samples || tail < 8 || tail > 2 * (4L + MAX_KEY)) {
            throw in.corrupt(size + " bytes for " + samples + " samples and " + tail + " for the first and last key");
        }
        interval = (double) minInterval * FULL_SAMPLING / samplingLevel;
        keys = keys(new Cursor(file.name(), file.read(HEAD + size, (int) tail)));
    }

    public static SummaryFile read(ComponentFile file) throws SstableException {
        return new SummaryFile(file);
    }

    private KeyRange keys(Cursor in) throws SstableException {
        byte[] first = in.take(in.i32());
        byte[] last = in.take(in.i32());
        in.end();
        return KeyRange.of(file.name(), first, last);
    }

    public KeyRange keys() {
        return keys;
    }

    /**
     * Partitions from one sample to the next where none was dropped.
     *
     * @throws SstableException where the file cannot be read
     */
    public static int minInterval(Path path) throws SstableException {
        try (ComponentFile file = ComponentFile.open(path)) {
            return read(file).minInterval;
        }
    }

    SummarySamples samples() {
        return new SummarySamples(file, HEAD, samples, size);
    }

    public long lastSamplePosition() throws SstableException {
        byte[] sample = sample(samples - 1);
        Cursor position = new Cursor(file.name(), Arrays.copyOfRange(sample, sample.length - POSITION, sample.length));
        return Long.reverseBytes(position.i64());
    }

    public TokenProfile profile(long partitions) throws SstableException {
        int inner = Math.min(samples - 1, TokenProfile.MAX_POINTS - 2);
        long[] tokens = new long[inner + 2];
        float[] before = new float[inner + 2];
        tokens[0] = keys.first().token();
        for (int i = 1; i <= inner; i++) {
            int sample = (int) ((long) i * (samples - 1) / inner);
            tokens[i] = token(sample);
            before[i] = (float) Math.min(1, sample * interval / Math.max(1, partitions - 1));
        }
        tokens[inner + 1] = keys.last().token();
        before[inner + 1] = 1;
        for (int i = 1; i < tokens.length; i++) {
            if (tokens[i] < tokens[i - 1]) {
                throw new Cursor(file.name(), new byte[0]).corrupt("a sample out of order: token " + tokens[i]);
            }
        }
        return TokenProfile.sampled(tokens, before);
    }

    private long token(int index) throws SstableException {
        byte[] sample = sample(index);
        return new PartitionKey(Arrays.copyOf(sample, sample.length - POSITION)).token();
    }

    // The sample's key and position.
    private byte[] sample(int index) throws SstableException {
        boolean last = index == samples - 1;
        Cursor offsets = new Cursor(file.name(), file.read(HEAD + 4L * index, last ? 4 : 8));
        long from = Integer.toUnsignedLong(Integer.reverseBytes(offsets.i32()));
        long to = last ? size : Integer.toUnsignedLong(Integer.reverseBytes(offsets.i32()));
        if (from < 4L * samples || to > size || to - from < POSITION || to - from > MAX_KEY + POSITION) {
            throw offsets.corrupt(
                    "sample " + index + " from " + from + " to " + to + " (expected: within " + size + " bytes)");
        }
        return file.read(HEAD + from, (int) (to - from));
    }
}
