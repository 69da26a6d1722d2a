/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.job;

import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferProgressBuilder;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts one transfer's bytes and files. Thread-safe. */
public final class ProgressCounter {
    private final TransferRate rate;
    private final LongAdder fetched = new LongAdder();
    private final LongAdder resumed = new LongAdder();
    private final LongAdder compressed = new LongAdder();
    private final LongAdder compressedTo = new LongAdder();
    private final AtomicInteger files = new AtomicInteger();
    private final Map<Integer, Integer> connections = new ConcurrentSkipListMap<>();
    private volatile long bytesTotal;
    private volatile int filesTotal;

    public ProgressCounter(InstantSource clock) {
        rate = new TransferRate(clock);
    }

    void continueFrom(TransferProgress far, List<Integer> connectionsOfSources) {
        for (int i = 0; i < connectionsOfSources.size(); i++) {
            connections.put(i, connectionsOfSources.get(i));
        }
        fetched.add(far.bytesFetched());
        resumed.add(far.bytesResumed());
        files.set(far.filesFetched());
    }

    synchronized void expect(long bytes, int fileCount) {
        bytesTotal = bytes;
        filesTotal = fileCount;
    }

    /** Adds the difference where an estimate is corrected; negative where it shrinks. */
    public synchronized void expectMore(long bytes, int fileCount) {
        bytesTotal += bytes;
        filesTotal += fileCount;
    }

    /** Bytes from the manifest. */
    public void cameInline(long bytes) {
        fetched.add(bytes);
    }

    /** Bytes from the network; negative when they are discarded. */
    public void received(long bytes) {
        fetched.add(bytes);
        rate.add(Math.max(0, bytes));
    }

    /** Bytes of files that arrived compressed, and what they took on the network. */
    public void compressed(long plain, long wire) {
        compressed.add(plain);
        compressedTo.add(wire);
    }

    /** Bytes that an earlier run staged; negative where it reported more. */
    public void found(long bytes) {
        fetched.add(bytes);
        resumed.add(Math.max(0, bytes));
    }

    /** Resumed bytes that did not match, already reported as negative. */
    public void discarded(long resumedBytes) {
        fetched.add(resumedBytes);
    }

    public void fileDone() {
        files.incrementAndGet();
    }

    /** @param source its index in the transfer */
    public void connections(int source, int number) {
        connections.put(source, number);
    }

    /** To each source, in the transfer's order; empty before the first pull. */
    List<Integer> connections() {
        return List.copyOf(connections.values());
    }

    /** Bytes from the network so far, those that were discarded later included. */
    public long received() {
        return rate.total();
    }

    public TransferProgress view() {
        long done = Math.min(fetched.sum(), bytesTotal);
        long perSecond = rate.bytesPerSecond();
        Long eta = perSecond > 0 ? Long.valueOf((bytesTotal - done + perSecond - 1) / perSecond) : null;
        long plain = compressed.sum();
        return TransferProgressBuilder.builder()
                .bytesTotal(bytesTotal)
                .bytesFetched(done)
                .bytesResumed(resumed.sum())
                .filesTotal(filesTotal)
                .filesFetched(files.get())
                .bytesPerSecond(perSecond)
                .etaSeconds(done < bytesTotal ? eta : null)
                .bytesCompressed(plain == 0 ? null : Long.valueOf(plain))
                .bytesCompressedTo(plain == 0 ? null : Long.valueOf(compressedTo.sum()))
                .build();
    }
}
