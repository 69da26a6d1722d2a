/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.api.ProblemType;
import io.idaeus.api.rows.RowCellsList.RowCells;
import io.idaeus.api.rows.RowVerdict;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.rows.RowId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows that differ again, and once more after the longest write timeout, so that writes in flight have ended. It reports
 * a row that differs twice in the same way.
 */
public final class Recheck {
    private static final int AT_ONCE = 1_000;
    private static final int MOST_LOOKS = 5;

    private final Duration writeTimeout;
    private final Consumer<Duration> pause;
    private final IntSupplier now;
    private final @Nullable Long asOf;

    /**
     * @param writeTimeout the longest of both clusters
     * @param now supplies the second, since 1970, that decides which rows have expired; it must lie after the next reads
     * @param asOf microseconds since 1970: later writes are not judged; null to judge all
     */
    public Recheck(Duration writeTimeout, Consumer<Duration> pause, IntSupplier now, @Nullable Long asOf) {
        this.writeTimeout = writeTimeout;
        this.pause = pause;
        this.now = now;
        this.asOf = asOf;
    }

    void judge(Side here, Side there, List<RowId> rows, ComparisonListener listener) {
        for (int from = 0; from < rows.size(); from += AT_ONCE) {
            judgeAll(here, there, rows.subList(from, Math.min(from + AT_ONCE, rows.size())), listener);
        }
    }

    private void judgeAll(Side here, Side there, List<RowId> rows, ComparisonListener listener) {
        // One second for all reads: TTLs count from it.
        int judged = now.getAsInt();
        List<RowPair> open = rows.stream().map(Recheck::unread).toList();
        Set<RowId> unreadable = new HashSet<>();
        for (int look = 1; look <= MOST_LOOKS && !open.isEmpty(); look++) {
            if (look > 1) {
                pause.accept(writeTimeout);
            }
            unreadable.clear();
            Map<RowId, RowPair> before = open.stream().collect(Collectors.toMap(RowPair::id, Function.identity()));
            List<RowPair> still = new ArrayList<>();
            for (RowPair pair : look(here, there, open, judged, unreadable)) {
                if (look > 1 && pair.equals(before.get(pair.id()))) {
                    listener.differs(pair.judged(asOf));
                } else if (!pair.isSame()) {
                    still.add(pair);
                }
            }
            // The refusal may have been a time-out.
            unreadable.forEach(row -> still.add(unread(row)));
            open = still;
        }
        open.forEach(pair -> listener.differs(
                pair.judged(asOf).as(unreadable.contains(pair.id()) ? RowVerdict.UNREADABLE : RowVerdict.CHANGING)));
    }

    private static RowPair unread(RowId row) {
        return new RowPair(row, new RowCells(null, null), new RowCells(null, null));
    }

    // Where a read fails, reads smaller batches, to find the row that cannot be read.
    private static List<RowPair> look(Side here, Side there, List<RowPair> rows, int judged, Set<RowId> unreadable) {
        try {
            return pairs(here, there, rows.stream().map(RowPair::id).toList(), judged);
        } catch (ProblemException e) {
            if (e.type() != ProblemType.CASSANDRA_REFUSED) {
                throw e;
            }
            if (rows.size() == 1) {
                unreadable.add(rows.get(0).id());
                return List.of();
            }
            int middle = rows.size() / 2;
            List<RowPair> all = new ArrayList<>(look(here, there, rows.subList(0, middle), judged, unreadable));
            all.addAll(look(here, there, rows.subList(middle, rows.size()), judged, unreadable));
            return all;
        }
    }

    private static List<RowPair> pairs(Side here, Side there, List<RowId> rows, int judged) {
        List<RowCells> ours = here.cells(rows, judged);
        List<RowCells> theirs = there.cells(rows, judged);
        List<RowPair> pairs = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            pairs.add(new RowPair(rows.get(i), ours.get(i), theirs.get(i)));
        }
        return pairs;
    }
}
