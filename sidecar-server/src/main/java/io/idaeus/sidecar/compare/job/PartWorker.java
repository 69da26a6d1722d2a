/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.ProblemType;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.rows.RowLevel;
import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.compare.ComparedColumns;
import io.idaeus.sidecar.compare.ComparedColumns.Defined;
import io.idaeus.sidecar.compare.RangeComparison;
import io.idaeus.sidecar.compare.Recheck;
import io.idaeus.sidecar.compare.Side;
import io.idaeus.sidecar.compare.cluster.ClusterPair;
import io.idaeus.sidecar.compare.cluster.ComparedCluster;
import io.idaeus.sidecar.compare.job.ComparisonRun.NoLongerWanted;
import io.idaeus.sidecar.compare.job.OpenRanges.Part;
import io.idaeus.sidecar.problem.OneLine;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Compares one part of a table after the other until none is left. Several threads may run it. */
final class PartWorker implements Runnable {
    // Rows that expire by then are left out. Later than the last read of a row that differs, so that none expires
    // between two reads.
    private static final Duration AHEAD = Duration.ofMinutes(5);

    private static final int LONGEST_REASON = 500;

    private final ComparisonRun run;
    private final ClusterPair pair;
    private final OpenRanges ranges;
    private final Clock clock;
    private final Executor reads;

    PartWorker(ComparisonRun run, ClusterPair pair, OpenRanges ranges, Clock clock, Executor reads) {
        this.run = run;
        this.pair = pair;
        this.ranges = ranges;
        this.clock = clock;
        this.reads = reads;
    }

    @Override
    public void run() {
        boolean sound = false;
        try {
            for (Optional<Part> part = ranges.next(); part.isPresent(); part = ranges.next()) {
                try {
                    compare(part.get());
                } finally {
                    ranges.release(part.get());
                }
            }
            sound = true;
        } catch (NoLongerWanted e) {
            // The record says why, or another thread has failed.
            sound = true;
        } finally {
            if (!sound) {
                ranges.close();
            }
        }
    }

    private void compare(Part part) {
        TableName name = run.table(part.table()).name();
        try {
            if (part.isFirst()) {
                compareFirst(part.table(), name);
            } else {
                compare(part.table(), name, part.range());
            }
        } catch (ProblemException e) {
            if (e.type() != ProblemType.UNKNOWN_TABLE
                    && e.type() != ProblemType.UNKNOWN_KEYSPACE
                    && e.type() != ProblemType.UNPROCESSABLE) {
                throw e;
            }
            change(part.table(), table -> table.without(OneLine.of(String.valueOf(e.getMessage()), LONGEST_REASON)));
        }
    }

    private void compareFirst(int index, TableName name) {
        if (run.table(index).columns() == null) {
            ComparedColumns columns = columns(name);
            change(index, table -> table.comparing(columns));
            if (columns.notComparable() != null) {
                return;
            }
        }
        change(index, TableRecord::withFirst);
        compare(index, name, run.table(index).course().open().get(0));
        change(index, TableRecord::begun);
    }

    private ComparedColumns columns(TableName name) {
        Optional<Defined> here = pair.here().definition(name);
        Optional<Defined> there = pair.there().definition(name);
        return here.isPresent() && there.isPresent()
                ? ComparedColumns.of(here.get(), there.get())
                : new ComparedColumns(
                        List.of(),
                        List.of(),
                        here.isPresent()
                                ? "there is no such table in " + pair.there().name()
                                : "there is no such table in " + pair.here().name());
    }

    private void compare(int index, TableName name, TokenRange range) {
        Found found = new Found();
        Recheck recheck = new Recheck(pair.writeTimeout(), this::sleep, this::now, asOf());
        new RangeComparison(
                        side(pair.here(), index, name),
                        side(pair.there(), index, name),
                        RangeComparison.Sizes.DEFAULT,
                        this::now,
                        recheck,
                        found,
                        reads)
                .compare(range, done -> {
                    requireGoingOn();
                    run.advance(
                            now -> now.withTable(index, table -> table.compared(range.right(), done, found, now.room()))
                                    .waitingFor(null));
                    found.clear();
                });
        if (run.table(index).isDone()) {
            compareDefinitionsAgain(index, name);
        }
    }

    private void compareDefinitionsAgain(int index, TableName name) {
        TableRecord table = run.table(index);
        ComparedColumns before = table.columns();
        if (before == null || before.notComparable() != null || table.abandoned() != null) {
            return;
        }
        if (!before.equals(columns(name))) {
            change(index, now -> now.without("its definition was changed while it was compared; compare it once more"));
        }
    }

    private void requireGoingOn() {
        run.requireGoingOn();
        ranges.requireOpen();
    }

    private void sleep(Duration time) {
        run.sleep(time, ranges::isOpen);
    }

    private Side side(ComparedCluster cluster, int index, TableName name) {
        ComparisonRequest request = run.record().request();
        Long maxRate = request.maxRate();
        return cluster.side(
                name,
                Objects.requireNonNull(run.table(index).columns()).columns(),
                request.level() == null ? RowLevel.LOCAL_QUORUM : request.level(),
                maxRate == null ? null : (Long) rate(maxRate, pair.parallel(maxRate)),
                this::requireGoingOn);
    }

    // Each scan has its share.
    private static long rate(long maxRate, int parallel) {
        return Math.max(Bounds.MIN_RATE, maxRate / parallel);
    }

    private int now() {
        return (int) clock.instant().plus(AHEAD).getEpochSecond();
    }

    private @Nullable Long asOf() {
        String limit = run.record().request().asOf();
        return limit == null ? null : ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(limit));
    }

    private void change(int index, UnaryOperator<TableRecord> change) {
        run.advance(now -> now.withTable(index, change));
    }
}
