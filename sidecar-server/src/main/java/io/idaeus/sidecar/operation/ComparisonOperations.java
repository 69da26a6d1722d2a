/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonList;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.DifferingRow;
import io.idaeus.api.comparison.DifferingRowPage;
import io.idaeus.api.contract.Permission;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.compare.job.ComparisonService;
import java.util.List;
import java.util.stream.IntStream;

/** Comparisons. Who may operate in their keyspaces may change them, and see keys of rows. */
public final class ComparisonOperations {
    private final ComparisonService comparisons;
    private final LongCalls calls;

    ComparisonOperations(ComparisonService comparisons, LongCalls calls) {
        this.comparisons = comparisons;
        this.calls = calls;
    }

    public Comparison create(Call call, ComparisonRequest request) {
        call.require(Permission.OPERATE);
        call.names("with", request.with());
        call.names("tables", String.join(",", request.tables()));
        return calls.run(
                LongCalls.Kind.COMPARISON,
                () -> comparisons.create(
                        request,
                        keyspace -> call.require(Permission.OPERATE, keyspace),
                        call.requestedBy(),
                        call.gone()));
    }

    public ComparisonList list(Call call, Paging paging) {
        call.require(Permission.READ);
        var page = paging.pageOfNewest(comparisons.list(), Comparison::id);
        List<String> unreadable = comparisons.unreadable();
        boolean told = paging.isFirst() && !unreadable.isEmpty();
        return new ComparisonList(page.items(), told ? unreadable : null, page.next());
    }

    public Comparison get(Call call, String id) {
        call.require(Permission.READ);
        return comparisons.get(id);
    }

    public DifferingRowPage rows(Call call, String id, String keyspace, String table, Paging paging) {
        TableName name = new TableName(keyspace, table);
        call.require(Permission.OPERATE, keyspace);
        List<DifferingRow> rows = comparisons.rows(id, name);
        // They have no name of their own: a cursor is a number, and stays valid because more come at the end.
        List<Numbered> numbered = IntStream.range(0, rows.size())
                .mapToObj(i -> new Numbered(i, rows.get(i)))
                .toList();
        var page = paging.page(numbered, Numbered::key);
        return new DifferingRowPage(page.items().stream().map(Numbered::row).toList(), page.next());
    }

    private record Numbered(int number, DifferingRow row) {
        private String key() {
            return "%06d".formatted(number);
        }
    }

    public Comparison pause(Call call, String id) {
        mayChange(call, id);
        return comparisons.pause(id);
    }

    public Comparison resume(Call call, String id) {
        mayChange(call, id);
        return comparisons.resume(id);
    }

    public Comparison cancel(Call call, String id) {
        mayChange(call, id);
        return comparisons.cancel(id);
    }

    public void delete(Call call, String id) {
        mayChange(call, id);
        comparisons.delete(id);
    }

    private void mayChange(Call call, String id) {
        call.require(Permission.OPERATE);
        comparisons.keyspaces(id).forEach(keyspace -> call.require(Permission.OPERATE, keyspace));
    }
}
