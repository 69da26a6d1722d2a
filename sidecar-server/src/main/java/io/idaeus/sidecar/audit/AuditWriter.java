/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.audit;

import io.idaeus.sidecar.thread.DaemonThreads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes lines in the order in which they come, on a thread of its own: nobody who hands one over waits for a disk. While
 * they cannot be written they wait, up to a number; what comes beyond is lost, and counted in the file as soon as it can
 * be. Thread-safe.
 */
final class AuditWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
    private static final Logger LINES = LoggerFactory.getLogger("io.idaeus.audit");

    /** About 5 MB. */
    static final int CAPACITY = 10_000;

    /** How many lines can be read back. */
    static final int TAIL = 100;

    private static final int FORCED_AT_ONCE = 64;
    private static final long TICK_MILLIS = 1000;
    private static final Duration HANGS = Duration.ofSeconds(10);
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final @Nullable AuditFile file;
    private final boolean log;
    private final RefusalFold fold;
    private final AuditLines lines;
    private final Thread thread = DaemonThreads.named("audit-writer").newThread(this::run);
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private final Deque<byte[]> tail = new ArrayDeque<>();
    private final Semaphore wake = new Semaphore(0);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean closing;
    private volatile long written;
    private volatile long lost;
    private volatile @Nullable String failure;

    // When the call of the disk began that has not ended; 0 for none.
    private volatile long busySince;

    // How many of those lost a line in the file tells of.
    private long lostTold;

    private static final class Entry {
        private final byte[] line;

        // Done when the line is on disk; null where nobody waits.
        private final @Nullable CompletableFuture<Void> forced;

        Entry(byte[] line, @Nullable CompletableFuture<Void> forced) {
            this.line = line;
            this.forced = forced;
        }
    }

    AuditWriter(@Nullable AuditFile file, boolean log, RefusalFold fold, AuditLines lines) {
        this.file = file;
        this.log = log;
        this.fold = fold;
        this.lines = lines;
    }

    void start() {
        thread.start();
    }

    /** Never waits. */
    synchronized void add(byte[] line) {
        if (closing || waiting.size() >= CAPACITY) {
            lost++;
            return;
        }
        waiting.add(new Entry(line, null));
        if (failure == null) {
            wake.release();
        }
    }

    /** Fails, and forgets the line, where it cannot be written at once. */
    synchronized CompletableFuture<Void> force(byte[] line) {
        CompletableFuture<Void> forced = new CompletableFuture<>();
        if (closing || waiting.size() >= CAPACITY) {
            forced.completeExceptionally(new IOException(closing ? "the sidecar is stopping" : "records are waiting"));
            return forced;
        }
        waiting.add(new Entry(line, forced));
        wake.release();
        return forced;
    }

    /** The newest lines that were written, oldest first. */
    List<String> last() {
        synchronized (tail) {
            return tail.stream().map(AuditWriter::text).toList();
        }
    }

    long written() {
        return written;
    }

    long lost() {
        return lost;
    }

    /** Why records cannot be written now; null where they can. */
    @Nullable
    String failure() {
        long since = busySince;
        Duration busy = Duration.ofNanos(since == 0 ? 0 : System.nanoTime() - since);
        return busy.compareTo(HANGS) > 0 ? "the disk has not answered for " + busy.toSeconds() + " s" : failure;
    }

    private void run() {
        boolean last;
        do {
            last = awaitWork();
            try {
                for (AuditRecord folded : last ? fold.end() : fold.ended()) {
                    addFolded(lines.of(folded));
                }
                busySince = System.nanoTime() | 1;
                writeAll();
                recovered();
            } catch (IOException e) {
                failed(e);
            } catch (RuntimeException e) {
                LOG.error("audit: unexpected failure", e);
                failed(new IOException(e));
            } finally {
                busySince = 0;
            }
        } while (!last);
        giveUp();
    }

    // Also while nothing else is added any more. They are few.
    private synchronized void addFolded(byte[] line) {
        if (waiting.size() < CAPACITY) {
            waiting.add(new Entry(line, null));
        } else {
            lost++;
        }
    }

    /** @return whether this is the last time */
    private boolean awaitWork() {
        try {
            boolean unused = wake.tryAcquire(TICK_MILLIS, TimeUnit.MILLISECONDS);
            wake.drainPermits();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing = true;
        }
        return closing;
    }

    private void writeAll() throws IOException {
        if (file != null) {
            var unused = file.open();
        }
        List<CompletableFuture<Void>> promised = new ArrayList<>();
        try {
            for (Entry entry = head(); entry != null; entry = head()) {
                write(entry);
                if (entry.forced != null) {
                    promised.add(entry.forced);
                }
                if (promised.size() >= FORCED_AT_ONCE) {
                    keep(promised);
                }
            }
            tellOfLost();
            keep(promised);
        } catch (IOException e) {
            promised.forEach(each -> each.completeExceptionally(e));
            throw e;
        }
    }

    private void keep(List<CompletableFuture<Void>> promised) throws IOException {
        if (file != null && !promised.isEmpty()) {
            file.force();
        }
        promised.forEach(each -> each.complete(null));
        promised.clear();
    }

    private synchronized @Nullable Entry head() {
        return waiting.peek();
    }

    private void write(Entry entry) throws IOException {
        writeLine(entry.line);
        synchronized (this) {
            waiting.remove();
            written++;
        }
    }

    private void writeLine(byte[] line) throws IOException {
        if (file != null) {
            file.append(line);
        }
        if (log) {
            LINES.info(text(line));
        }
        synchronized (tail) {
            if (tail.size() >= TAIL) {
                tail.remove();
            }
            tail.add(line);
        }
    }

    private static String text(byte[] line) {
        return new String(line, 0, line.length - 1, StandardCharsets.US_ASCII);
    }

    private void tellOfLost() throws IOException {
        long all = lost;
        if (all > lostTold) {
            writeLine(lines.of(AuditRecord.end(Instant.now(), "audit.lost", Map.of(), null, "lost", null)
                    .standingFor(all - lostTold)));
            lostTold = all;
        }
    }

    private void recovered() {
        if (failure != null) {
            failure = null;
            LOG.info("audit: records are written again; {} were lost since the start", lost);
        }
    }

    private void failed(IOException e) {
        if (failure == null) {
            LOG.error("audit: records cannot be written to {}; they wait, up to {}", path(), CAPACITY, e);
        }
        failure = "records cannot be written to " + path() + ": " + e.getMessage();
        List<CompletableFuture<Void>> refused = new ArrayList<>();
        synchronized (this) {
            for (Iterator<Entry> all = waiting.iterator(); all.hasNext(); ) {
                CompletableFuture<Void> forced = all.next().forced;
                if (forced != null) {
                    all.remove();
                    refused.add(forced);
                }
            }
        }
        refused.forEach(each -> each.completeExceptionally(e));
    }

    private String path() {
        return file == null ? "the log" : file.path().toString();
    }

    private void giveUp() {
        synchronized (this) {
            lost += waiting.size();
            if (!waiting.isEmpty()) {
                LOG.error("audit: {} records are lost: {}", waiting.size(), failure);
            }
            waiting.clear();
        }
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            LOG.warn("audit: {} cannot be closed", path(), e);
        }
        ended.countDown();
    }

    /** Writes what waits. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
        }
        wake.release();
        try {
            if (!ended.await(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.error("audit: the disk does not answer; records that wait are lost");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
