/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.rows;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import io.idaeus.it.harness.cassandra.CqlClient;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows at QUORUM through one node and reads acknowledged ones at QUORUM through another, until closed. Knows which
 * writes were acknowledged, and which of these a read did not find. Thread-safe.
 */
public final class QuorumJournal implements AutoCloseable {
    // In bursts: a Cassandra that is asked every few milliseconds never stops spinning for the next request, which
    // takes
    // a third of a core on each node.
    private static final int BURST = 5;
    private static final long PAUSE_MILLIS = 200;

    /**
     * The outcomes of writes over a while.
     *
     * @param unavailable writes that the coordinator refused at once, because too few replicas were up
     * @param timedOut writes that failed otherwise
     * @param longestGap between two acknowledged writes
     * @param firstFailure what the driver said of it; null where no write failed
     */
    public record Writes(
            int acknowledged,
            int unavailable,
            int timedOut,
            Duration longestGap,
            @Nullable String firstFailure) {
        public int failed() {
            return unavailable + timedOut;
        }

        @Override
        public String toString() {
            return "%,d writes, %,d unavailable, %,d otherwise failed, longest gap %,d ms%s"
                    .formatted(
                            acknowledged,
                            unavailable,
                            timedOut,
                            longestGap.toMillis(),
                            firstFailure == null ? "" : " (" + firstFailure + ")");
        }
    }

    // Cassandra 6.0 fails a write that is in flight while its replicas change; clients repeat it.
    private static final String OVERTAKEN = "the ring has changed";

    // One write is in flight at a time, and a node that joins changes the ring a few times.
    private static final int MOST_REPEATED = 10;

    private record Refusal(Instant at, boolean unavailable, String message) {}

    private final String table;
    private final CqlClient writer;
    private final CqlClient reader;
    private final Map<Long, Instant> acknowledged = new LinkedHashMap<>();
    private final List<Long> missing = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private long next;
    private final List<Refusal> refused = new CopyOnWriteArrayList<>();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final List<String> failedReads = new CopyOnWriteArrayList<>();
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

    /**
     * For instance {@code 1,204 writes, 31 unavailable, 2 otherwise failed, longest gap 240 ms, 1 repeated; 980 reads, 3
     * failed}, and what the driver said of the first failures.
     */
    public String summary() {
        return "%s, %,d repeated; %,d reads, %,d failed%s"
                .formatted(
                        during(Instant.MIN, Instant.MAX),
                        repeated.get(),
                        reads.get(),
                        failedReads.size(),
                        failedReads.isEmpty() ? "" : " (" + failedReads.get(0) + ")");
    }

    /** The longest gap is one that ends in this time. */
    public Writes during(Instant from, Instant to) {
        Duration longest = Duration.ZERO;
        int count = 0;
        synchronized (acknowledged) {
            Instant before = null;
            for (Instant each : acknowledged.values()) {
                if (!each.isBefore(from) && each.isBefore(to)) {
                    count++;
                    Duration gap = before == null ? Duration.ZERO : Duration.between(before, each);
                    longest = gap.compareTo(longest) > 0 ? gap : longest;
                }
                before = each;
            }
        }
        List<Refusal> here = refused.stream()
                .filter(refusal -> !refusal.at().isBefore(from) && refusal.at().isBefore(to))
                .toList();
        int unavailable =
                Math.toIntExact(here.stream().filter(Refusal::unavailable).count());
        return new Writes(
                count,
                unavailable,
                here.size() - unavailable,
                longest,
                here.isEmpty() ? null : here.get(0).message());
    }

    private void write() {
        while (!closed) {
            for (int turn = 0; turn < BURST && !closed; turn++) {
                insert(next++);
            }
            pause();
        }
    }

    private void insert(long id) {
        Throwable answer = failure(id);
        if (answer instanceof ServerError error
                && String.valueOf(error.getMessage()).contains(OVERTAKEN)
                && repeated.incrementAndGet() <= MOST_REPEATED) {
            answer = failure(id);
        }
        if (answer == null) {
            synchronized (acknowledged) {
                acknowledged.put(id, Instant.now());
            }
        } else {
            refused.add(new Refusal(Instant.now(), answer instanceof UnavailableException, told(answer)));
        }
    }

    // Null where the write is acknowledged.
    private @Nullable Throwable failure(long id) {
        try {
            writer.session()
                    .execute(quorum(SimpleStatement.newInstance(
                            "INSERT INTO " + table + " (id, payload) VALUES (?, ?)", id, ByteBuffer.wrap(new byte[] {1
                            }))));
            return null;
        } catch (DriverException e) {
            return CqlClient.answer(e);
        }
    }

    private void read() {
        Random random = new Random(1);
        while (!closed) {
            for (int turn = 0; turn < BURST && !closed; turn++) {
                List<Long> known = acknowledged();
                if (!known.isEmpty()) {
                    // Half of them young: what is in memory, and what is old.
                    int youngest = Math.max(0, known.size() - 1 - turn);
                    look(known.get(random.nextBoolean() ? youngest : random.nextInt(known.size())));
                }
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
            // It finds out nothing.
            failedReads.add(told(CqlClient.answer(e)));
            pause();
        }
    }

    private static String told(Throwable answer) {
        return answer.getClass().getSimpleName() + ": " + answer.getMessage();
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
