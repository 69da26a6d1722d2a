/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.rows;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CqlPages;
import io.idaeus.sidecar.cassandra.connection.CqlPages.Asked;
import io.idaeus.sidecar.cassandra.connection.CqlPages.Coming;
import io.idaeus.sidecar.cassandra.connection.CqlPages.Page;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.rows.ReadRow;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a token range page by page, for a bounded time, one page ahead. The size of the rows of a page decides
 * how many rows the next one has: about a megabyte of them, or what the rate limit allows in a second. Not thread-safe.
 */
final class RowScan {
    private static final long PAGE_BYTES = 1 << 20;
    private static final int FIRST_ROWS = 10;
    private static final int MOST_ROWS = 5_000;
    private static final int GROWTH = 8;

    // Callers give up after 90 s.
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    // The lowest limit that operators set (page_size_fail_threshold).
    private static final int SMALL_PAGE = 100;

    private final CqlPages pages;
    private final RowStatement statement;
    private final TokenRange range;
    private final DefaultConsistencyLevel level;
    private final int now;
    private long rows;
    private long bytes;
    private int most = MOST_ROWS;
    private int size = FIRST_ROWS;

    /**
     * Where a scan is.
     *
     * @param page paging state; null at the end
     * @param partition the last one that was seen; empty at the beginning
     */
    record Position(@Nullable ByteBuffer page, List<ByteBuffer> partition) {}

    /**
     * When a scan ends before the end of its range.
     *
     * @param time after which no other page is asked for
     * @param bytesPerSecond 0 for no limit
     * @param full whether the reader has enough; asked after each page
     */
    record Limits(Duration time, long bytesPerSecond, BooleanSupplier full) {}

    RowScan(CqlPages pages, RowStatement statement, TokenRange range, DefaultConsistencyLevel level, int now) {
        this.pages = pages;
        this.statement = statement;
        this.range = range;
        this.level = level;
        this.now = now;
    }

    long rows() {
        return rows;
    }

    long bytes() {
        return bytes;
    }

    /** @throws ProblemException CASSANDRA_UNAVAILABLE; CASSANDRA_REFUSED where it cannot read these rows */
    Position read(Position from, Limits limits, Consumer<ReadRow> each) {
        RowStatement.Reader reader = statement.new Reader(from.partition());
        long began = System.nanoTime();
        ByteBuffer at = from.page() == null ? ByteBuffer.allocate(0) : from.page();
        Coming coming = ask(at);
        while (true) {
            Page page = await(coming, at);
            ByteBuffer next = page.next();
            count(page, limits.bytesPerSecond());
            pace(began, limits.bytesPerSecond());
            boolean inTime = System.nanoTime() - began < limits.time().toNanos();
            Coming ahead = next != null && inTime ? ask(next) : null;
            for (Row row : page.rows()) {
                reader.read(row, each);
            }
            if (next == null || ahead == null) {
                return new Position(next, reader.lastPartition());
            }
            if (limits.full().getAsBoolean()) {
                ahead.cancel();
                return new Position(next, reader.lastPartition());
            }
            at = next;
            coming = ahead;
        }
    }

    private Coming ask(ByteBuffer at) {
        return pages.ask(
                statement.what(),
                statement.ofRange(),
                new Asked(level, now, Math.min(size, most), at),
                range.left(),
                range.right());
    }

    private Page await(Coming coming, ByteBuffer at) {
        try {
            return coming.await();
        } catch (ProblemException e) {
            boolean refused = e.type() == ProblemType.CASSANDRA_REFUSED || e.type() == ProblemType.UNPROCESSABLE;
            if (!refused || Math.min(size, most) <= SMALL_PAGE) {
                throw e;
            }
            // It may be a guardrail on pages.
            most = SMALL_PAGE;
            return ask(at).await();
        }
    }

    private void count(Page page, long bytesPerSecond) {
        long before = bytes;
        int columns = page.rows().isEmpty() ? 0 : page.rows().get(0).size();
        for (Row row : page.rows()) {
            for (int i = 0; i < columns; i++) {
                ByteBuffer value = row.getBytesUnsafe(i);
                bytes += value == null ? 0 : value.remaining();
            }
        }
        rows += page.rows().size();
        long mean = (bytes - before) / Math.max(1, page.rows().size());
        long wanted = bytesPerSecond == 0 ? PAGE_BYTES : Math.min(PAGE_BYTES, bytesPerSecond);
        long fitting = Math.min(MOST_ROWS, wanted / Math.max(1, mean));
        size = (int) Math.max(1, Math.min(fitting, (long) size * GROWTH));
    }

    private void pace(long began, long bytesPerSecond) {
        if (bytesPerSecond == 0) {
            return;
        }
        long due = began + (long) (bytes * 1e9 / bytesPerSecond);
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(due - System.nanoTime(), LONGEST_PAUSE.toNanos()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProblemException(ProblemType.DRAINING, "the sidecar is shutting down", e);
        }
    }
}
