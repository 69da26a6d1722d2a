/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slice.out.DataWriter;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.PartitionKey;
import io.idaeus.sidecar.sstable.index.Run;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * Makes the slice's Data.db in batches of 256 KiB, or of one chunk where that is longer: workers decompress, check and
 * compress, and the caller writes in order. Batches do not depend on each other; the chunk at an edge is decompressed
 * twice. Not thread-safe.
 */
final class Pipeline implements AutoCloseable {
    // Arrays of half a mebibyte and more cost G1 a marking of the heap now and then.
    private static final int BATCH = 256 << 10;

    // Bytes of the slice that are in batches at once. The heap holds some four times as much.
    private static final int AT_ONCE = 16 << 20;

    private final SourceData data;
    private final StoredBytes bytes;
    private final DataWriter writer;
    private final SliceIndex index;
    private final Executor workers;
    private final int most;
    private final List<Run> runs;
    private final long dataLength;
    private final int batchLength;

    private final Deque<FutureTask<Batch.Done>> running = new ArrayDeque<>();
    private List<Partition> partitions = new ArrayList<>();
    // Where the batch begins in the slice's Data.db, uncompressed.
    private long batchFrom;
    private int run;
    private long inRun;

    Pipeline(SliceSource source, DataWriter writer, SliceIndex index, Executor workers, int parallel)
            throws SliceException {
        this.data = source.data();
        this.bytes = source.bytes();
        this.writer = writer;
        this.index = index;
        this.workers = workers;
        runs = source.runs().runs();
        dataLength = source.runs().dataLength();
        batchLength = Math.max(1, BATCH / data.chunkLength()) * data.chunkLength();
        most = atOnce(parallel, batchLength);
        for (Run each : runs) {
            requireBeginning(each, source.wanted());
            requireEnd(each);
            requireComplete(each, source.wanted());
        }
    }

    // The partition before the run is proven by the chunk that the run begins in.
    private void requireBeginning(Run each, TokenRanges wanted) throws SliceException {
        Run.Previous previous = each.previous();
        if (previous != null
                && (wanted.contains(previous.key().token())
                        || previous.position() / data.chunkLength() != each.dataFrom() / data.chunkLength())) {
            throw new SliceException("Data.db: a run begins at " + each.dataFrom() + " after key " + previous.key()
                    + " at " + previous.position() + " (expected: one out of the ranges, in the same chunk)");
        }
    }

    /** How many batches may be in memory: one is written while the others are worked on. */
    static int atOnce(int parallel, int batchLength) {
        return Math.max(1, Math.min(parallel + 1, AT_ONCE / batchLength));
    }

    private static void requireComplete(Run each, TokenRanges wanted) throws SliceException {
        PartitionKey next = each.next();
        if (next != null && wanted.contains(next.token())) {
            throw new SliceException("Data.db: a run ends at " + each.dataTo() + " before key " + next
                    + ", which is in the ranges (expected: a run that goes on)");
        }
    }

    // The bytes of the last partition end with the file, or where another key begins.
    private void requireEnd(Run each) throws SliceException {
        if (each.next() == null ? each.dataTo() != data.dataLength() : Batch.checkedTo(each) > data.dataLength()) {
            throw new SliceException("Data.db: a run ends at " + each.dataTo() + " before key " + each.next()
                    + " (expected: at a key, or without one at the end, " + data.dataLength() + ")");
        }
    }

    /** In the order of their positions. */
    void partition(Partition partition) throws IOException, SliceException, SstableException, InterruptedException {
        while (partition.position() >= batchFrom + batchLength) {
            submit();
        }
        partitions.add(partition);
    }

    /** Returns when everything is written. */
    void finish() throws IOException, SliceException, SstableException, InterruptedException {
        while (batchFrom < dataLength) {
            submit();
        }
        while (!running.isEmpty()) {
            append();
        }
    }

    private void submit() throws IOException, SliceException, SstableException, InterruptedException {
        while (running.size() >= most) {
            append();
        }
        int length = (int) Math.min(batchLength, dataLength - batchFrom);
        List<Batch.Part> parts = parts(length);
        List<Partition> begun = partitions;
        partitions = new ArrayList<>();
        Partition last = begun.isEmpty() ? null : begun.get(begun.size() - 1);
        long beyond = last == null ? 0 : last.keyEnd() - batchFrom - length;
        if (last != null && beyond > 0) {
            if (last.key() == null) {
                addRest(parts, beyond);
            } else {
                partitions.add(last);
            }
        }
        FutureTask<Batch.Done> task = new FutureTask<>(new Batch(data, bytes, writer, batchFrom, length, parts, begun));
        batchFrom += length;
        running.add(task);
        workers.execute(task);
    }

    // Adds the rest of the run, for a key that goes on.
    private void addRest(List<Batch.Part> parts, long most) throws SstableException, SliceException {
        if (inRun > 0) {
            Run current = runs.get(run);
            long from = current.dataFrom() + inRun;
            int rest = (int) Math.min(most, current.dataTo() - from);
            parts.add(new Batch.Part(chunks(from, from + rest), from, rest, null, null));
        }
    }

    private List<Batch.Part> parts(int length) throws SstableException, SliceException {
        List<Batch.Part> parts = new ArrayList<>();
        for (int left = length; left > 0; ) {
            Run current = runs.get(run);
            long from = current.dataFrom() + inRun;
            int some = (int) Math.min(left, current.dataTo() - from);
            boolean ends = from + some == current.dataTo();
            long needed = ends ? Batch.checkedTo(current) : from + some;
            parts.add(new Batch.Part(
                    chunks(from, needed),
                    from,
                    some,
                    ends ? current.next() : null,
                    inRun == 0 ? current.previous() : null));
            inRun += some;
            left -= some;
            if (ends) {
                run++;
                inRun = 0;
            }
        }
        return parts;
    }

    private List<StoredChunk> chunks(long from, long to) throws SstableException, SliceException {
        List<StoredChunk> chunks = new ArrayList<>();
        for (long i = from / data.chunkLength(); i <= (to - 1) / data.chunkLength(); i++) {
            chunks.add(data.chunk(i));
        }
        return chunks;
    }

    private void append() throws IOException, SliceException, InterruptedException {
        try {
            Batch.Done done = running.remove().get();
            writer.append(done.encoded());
            for (byte[] key : done.keys()) {
                index.key(key);
            }
        } catch (ExecutionException e) {
            throw cause(e);
        }
    }

    /** Batches that have not begun do not. */
    @Override
    public void close() {
        running.forEach(task -> task.cancel(false));
    }

    private static RuntimeException cause(ExecutionException e) throws IOException, SliceException {
        Throwable cause = e.getCause();
        if (cause instanceof IOException failed) {
            throw failed;
        }
        if (cause instanceof SliceException contradiction) {
            throw contradiction;
        }
        if (cause instanceof Error defect) {
            // Says nothing about the source's bytes.
            throw defect;
        }
        return new IllegalStateException(cause);
    }
}
