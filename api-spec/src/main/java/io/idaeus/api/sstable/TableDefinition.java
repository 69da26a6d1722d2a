/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a table's schema that decides whether SSTables of one table are readable in another. Types are CQL, for instance
 * {@code frozen<list<text>>}.
 *
 * @param droppedColumns dropped columns that SSTables may still contain
 * @param userTypes user-defined types that the columns use, by name
 * @param indexes secondary indexes
 * @param gcGraceSeconds how long Cassandra keeps tombstones
 * @param flags {@code VIEW}, {@code HAS_VIEWS}, {@code COUNTER}, {@code CDC} or {@code ACCORD}
 * @param compact whether it has COMPACT STORAGE and hides columns or rows; absent where an earlier version does not tell
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TableDefinition(
        List<Column> columns,
        List<DroppedColumn> droppedColumns,
        List<UserType> userTypes,
        List<Index> indexes,
        int gcGraceSeconds,
        List<String> flags,
        @Nullable Boolean compact) {
    /** A table that does not tell whether it has COMPACT STORAGE. */
    public TableDefinition(
            List<Column> columns,
            List<DroppedColumn> droppedColumns,
            List<UserType> userTypes,
            List<Index> indexes,
            int gcGraceSeconds,
            List<String> flags) {
        this(columns, droppedColumns, userTypes, indexes, gcGraceSeconds, flags, null);
    }

    /**
     * A column.
     *
     * @param kind {@code partition_key}, {@code clustering}, {@code static} or {@code regular}
     * @param position position in the partition key or the clustering key, from 0; otherwise -1
     * @param clusteringOrder {@code asc}, {@code desc} or {@code none}
     */
    public record Column(String name, String type, String kind, int position, String clusteringOrder) {}

    /**
     * A dropped column.
     *
     * @param droppedAt ISO 8601; beyond the year 9999 for columns of Cassandra's own tables
     */
    public record DroppedColumn(
            String name,
            String type,
            String kind,
            @Schema(type = "string", format = "instant") Instant droppedAt) {}

    /** A user-defined type: its fields in order. */
    public record UserType(String name, List<String> fieldNames, List<String> fieldTypes) {}

    /** A secondary index; {@code options} as Cassandra stores them. */
    public record Index(String name, String kind, Map<String, String> options) {}
}
