/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.TransferProgress;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** How far the bytes of one transfer are. Adding is cheap and safe from any thread. */
final class ProgressCounter {
    private final TransferRate rate;
    private final LongAdder fetched = new LongAdder();
    private final LongAdder resumed = new LongAdder();
    private final AtomicInteger files = new AtomicInteger();
    private volatile long bytesTotal;
    private volatile int filesTotal;

    ProgressCounter(InstantSource clock) {
        rate = new TransferRate(clock);
    }

    /** Goes on from what an earlier process had brought. */
    void goOnFrom(TransferProgress far) {
        fetched.add(far.bytesFetched());
        resumed.add(far.bytesResumed());
        files.set(far.filesFetched());
    }

    void expect(long bytes, int fileCount) {
        bytesTotal = bytes;
        filesTotal = fileCount;
    }

    /** Bytes that came in the manifest. */
    void cameInline(long bytes) {
        fetched.add(bytes);
    }

    /** Bytes that came over the wire; negative when they are thrown away. */
    void received(long bytes) {
        fetched.add(bytes);
        rate.add(Math.max(0, bytes));
    }

    /** Bytes that an earlier run had staged; negative where more was told than there is. */
    void found(long bytes) {
        fetched.add(bytes);
        resumed.add(Math.max(0, bytes));
    }

    /** Bytes of an earlier run that turned out wrong; the fetcher has already told of them as a negative number. */
    void discarded(long resumedBytes) {
        fetched.add(resumedBytes);
    }

    void fileDone() {
        files.incrementAndGet();
    }

    TransferProgress view() {
        long done = Math.min(fetched.sum(), bytesTotal);
        long perSecond = rate.bytesPerSecond();
        Long eta = perSecond > 0 ? Long.valueOf((bytesTotal - done + perSecond - 1) / perSecond) : null;
        return new TransferProgress(
                bytesTotal, done, resumed.sum(), filesTotal, files.get(), perSecond, done < bytesTotal ? eta : null);
    }
}
