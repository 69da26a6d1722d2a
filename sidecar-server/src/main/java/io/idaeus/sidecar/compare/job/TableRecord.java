/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import io.idaeus.api.comparison.ComparedTable;
import io.idaeus.api.comparison.ComparedTableBuilder;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.compare.ComparedColumns;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of a comparison, as it is stored.
 *
 * @param bytes that one node here has of it; says how much of the work it is
 * @param columns null until the definitions are compared
 * @param abandoned why its rows are not compared any more; null where they are
 */
record TableRecord(
        String keyspace,
        String table,
        long bytes,
        @Nullable ComparedColumns columns,
        @Nullable String abandoned,
        TableCourse course,
        TableFindings found) {

    static TableRecord of(TableName name, long bytes, List<TokenRange> ranges) {
        return new TableRecord(
                name.keyspace(), name.table(), bytes, null, null, TableCourse.of(ranges), TableFindings.NOTHING);
    }

    TableName name() {
        return new TableName(keyspace, table);
    }

    boolean isDone() {
        return course.open().isEmpty();
    }

    // Because of its definition.
    private @Nullable String notComparable() {
        return columns == null ? null : columns.notComparable();
    }

    private List<String> definition() {
        return columns == null ? List.of() : columns.differences();
    }

    TableRecord comparing(ComparedColumns chosen) {
        return new TableRecord(
                keyspace,
                table,
                bytes,
                chosen,
                abandoned,
                chosen.notComparable() == null ? course : course.ended(),
                found);
    }

    /** None of its rows can be compared any more. */
    TableRecord without(String why) {
        return new TableRecord(keyspace, table, bytes, columns, why, course.ended(), found);
    }

    TableRecord withFirst() {
        return new TableRecord(keyspace, table, bytes, columns, abandoned, course.withFirst(), found);
    }

    /** The first part of it was compared. */
    TableRecord begun() {
        return new TableRecord(
                keyspace,
                table,
                bytes,
                columns,
                abandoned,
                course.begun(Math.max(found.rowsHere(), found.rowsThere())),
                found);
    }

    /**
     * With more of a range compared.
     *
     * @param right the range's end
     * @param done the last token that was compared
     * @param room for what is kept of it
     */
    TableRecord compared(long right, long done, Found more, TableFindings.Room room) {
        return new TableRecord(
                keyspace, table, bytes, columns, abandoned, course.compared(right, done), found.plus(more, room));
    }

    boolean hasDifferences() {
        return !definition().isEmpty() || notComparable() != null || found.hasDifferences();
    }

    /** Whether some of its rows were not compared, or not for certain. */
    boolean isIncomplete() {
        return abandoned != null || found.isIncomplete();
    }

    ComparedTable view() {
        return ComparedTableBuilder.builder()
                .keyspace(keyspace)
                .table(table)
                .definition(definition())
                .notComparable(abandoned == null ? notComparable() : abandoned)
                .share(course.share())
                .rowsHere(found.rowsHere())
                .rowsThere(found.rowsThere())
                .differences(found.differences())
                .unread(found.unread())
                .unreadRanges(found.unreadRanges())
                .build();
    }
}
