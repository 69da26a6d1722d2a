/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonBuilder;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.ComparisonResult;
import io.idaeus.api.comparison.ComparisonState;
import io.idaeus.api.comparison.ComparisonWait;
import io.idaeus.sidecar.job.JobRecord;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A comparison, as it is stored.
 *
 * @param here name of this cluster
 * @param there name of the other one
 */
@RecordBuilder
record ComparisonRecord(
        String id,
        ComparisonRequest request,
        ComparisonState state,
        @Nullable String requestedBy,
        String here,
        String there,
        Instant createdAt,
        @Nullable Instant finishedAt,
        @Nullable ComparisonWait waiting,
        @Nullable String error,
        List<TableRecord> tables)
        implements ComparisonRecordBuilder.With, JobRecord {
    private static final int MOST_ROWS = 2_000;
    private static final int MOST_RANGES = 2_000;

    ComparisonRecord {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(state, "state");
        tables = List.copyOf(tables);
    }

    @Override
    public boolean hasEnded() {
        return state.isFinal();
    }

    ComparisonRecord become(ComparisonState next) {
        return with().state(next).waiting(null).build();
    }

    ComparisonRecord end(ComparisonState last, @Nullable String why, Instant at) {
        return with().state(last).finishedAt(at).waiting(null).error(why).build();
    }

    ComparisonRecord waitingFor(@Nullable ComparisonWait next) {
        return withWaiting(next);
    }

    ComparisonRecord withTable(int index, UnaryOperator<TableRecord> change) {
        List<TableRecord> next = new ArrayList<>(tables);
        next.set(index, change.apply(next.get(index)));
        return withTables(next);
    }

    /** For what is kept of what is found. */
    TableFindings.Room room() {
        return new TableFindings.Room(
                MOST_ROWS - kept(found -> found.rows().size()),
                MOST_RANGES - kept(found -> found.unread().size()));
    }

    private long kept(ToLongFunction<TableFindings> count) {
        return tables.stream().map(TableRecord::found).mapToLong(count).sum();
    }

    /** The share of the work that is done, from 0 to 1. */
    double share() {
        double all = 0;
        double done = 0;
        for (TableRecord table : tables) {
            // Also an empty table takes a little time.
            double weight = table.bytes() + 1;
            all += weight;
            done += weight * table.course().share();
        }
        return all == 0 ? 1 : done / all;
    }

    @Nullable
    ComparisonResult result() {
        if (state != ComparisonState.COMPLETED) {
            return null;
        }
        if (tables.stream().anyMatch(TableRecord::hasDifferences)) {
            return ComparisonResult.DIFFERENT;
        }
        return tables.stream().anyMatch(TableRecord::isIncomplete)
                ? ComparisonResult.INCOMPLETE
                : ComparisonResult.SAME;
    }

    /** @param etaSeconds null where it is not known */
    Comparison view(@Nullable Long etaSeconds, boolean withTables) {
        return ComparisonBuilder.builder()
                .id(id)
                .state(state)
                .request(request)
                .requestedBy(requestedBy)
                .here(here)
                .there(there)
                .createdAt(createdAt)
                .finishedAt(finishedAt)
                .result(result())
                .share(share())
                .etaSeconds(etaSeconds)
                .rowsHere(tables.stream()
                        .mapToLong(table -> table.found().rowsHere())
                        .sum())
                .rowsThere(tables.stream()
                        .mapToLong(table -> table.found().rowsThere())
                        .sum())
                .waiting(waiting)
                .error(error)
                .tables(withTables ? tables.stream().map(TableRecord::view).toList() : null)
                .build();
    }
}
