/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes rows at QUORUM through one node and reads acknowledged ones at QUORUM through another, until closed. Knows which
 * writes were acknowledged, and which of these a read did not find. Thread-safe.
 */
public final class QuorumJournal implements AutoCloseable {
    private static final long PAUSE_MILLIS = 10;

    private final String table;
    private final CqlClient writer;
    private final CqlClient reader;
    private final Map<Long, Instant> acknowledged = new LinkedHashMap<>();
    private final List<Long> missing = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private long next;
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong longestGapMillis = new AtomicLong();
    private volatile boolean closed;

    private QuorumJournal(PayloadTable table, CqlClient writer, CqlClient reader, long first) {
        this.table = table.name();
        this.writer = writer;
        this.reader = reader;
        this.next = first;
    }

    /** @param first id of the first row; the following ones come after it */
    public static QuorumJournal start(PayloadTable table, CqlClient writer, CqlClient reader, long first) {
        QuorumJournal journal = new QuorumJournal(table, writer, reader, first);
        journal.threads.add(new Thread(journal::write, "journal-writer"));
        journal.threads.add(new Thread(journal::read, "journal-reader"));
        journal.threads.forEach(Thread::start);
        return journal;
    }

    /** Ids of rows whose write was acknowledged. */
    public List<Long> acknowledged() {
        return acknowledgedBefore(Instant.MAX);
    }

    public List<Long> acknowledgedBefore(Instant moment) {
        synchronized (acknowledged) {
            return acknowledged.entrySet().stream()
                    .filter(entry -> entry.getValue().isBefore(moment))
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    /** Ids of acknowledged rows that a read at QUORUM did not find. */
    public List<Long> missing() {
        return List.copyOf(missing);
    }

    /** For instance {@code 1,204 writes, 31 refused, longest gap 240 ms; 980 reads}. */
    public String summary() {
        return "%,d writes, %,d refused, longest gap %,d ms; %,d reads"
                .formatted(acknowledged().size(), refused.get(), longestGapMillis.get(), reads.get());
    }

    private void write() {
        long last = System.nanoTime();
        while (!closed) {
            long id = next++;
            try {
                writer.session()
                        .execute(quorum(SimpleStatement.newInstance(
                                "INSERT INTO " + table + " (id, payload) VALUES (?, ?)",
                                id,
                                ByteBuffer.wrap(new byte[] {1}))));
                synchronized (acknowledged) {
                    acknowledged.put(id, Instant.now());
                }
                longestGapMillis.accumulateAndGet((System.nanoTime() - last) / 1_000_000, Math::max);
                last = System.nanoTime();
            } catch (DriverException e) {
                refused.incrementAndGet();
            }
            pause();
        }
    }

    private void read() {
        Random random = new Random(1);
        while (!closed) {
            List<Long> known = acknowledged();
            if (!known.isEmpty()) {
                // Half of them young: what is in memory, and what is old.
                long id = known.get(random.nextBoolean() ? known.size() - 1 : random.nextInt(known.size()));
                look(id);
            }
            pause();
        }
    }

    private void look(long id) {
        try {
            boolean found = reader.session()
                            .execute(quorum(
                                    SimpleStatement.newInstance("SELECT id FROM " + table + " WHERE id = ?", id)))
                            .one()
                    != null;
            reads.incrementAndGet();
            if (!found) {
                missing.add(id);
            }
        } catch (DriverException e) {
            // A read that fails finds out nothing.
            pause();
        }
    }

    private static Statement<?> quorum(SimpleStatement statement) {
        return statement.setConsistencyLevel(ConsistencyLevel.QUORUM);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when no write and no read is under way. */
    @Override
    public void close() {
        closed = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
