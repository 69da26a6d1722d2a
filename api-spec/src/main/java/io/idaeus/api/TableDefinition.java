/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What must agree for SSTables of one table to be readable in another. Types are CQL, for instance
 * {@code frozen<list<text>>}.
 *
 * @param columns every column
 * @param droppedColumns columns that SSTables may still hold
 * @param userTypes the user types that the columns use, by name
 * @param indexes secondary indexes
 * @param gcGraceSeconds how long tombstones must be kept
 * @param flags what makes a table special: {@code VIEW}, {@code HAS_VIEWS}, {@code COUNTER}, {@code CDC}, {@code ACCORD}
 */
public record TableDefinition(
        List<Column> columns,
        List<DroppedColumn> droppedColumns,
        List<UserType> userTypes,
        List<Index> indexes,
        int gcGraceSeconds,
        List<String> flags) {

    /**
     * A column.
     *
     * @param kind {@code partition_key}, {@code clustering}, {@code static} or {@code regular}
     * @param position within the partition key or the clustering, from 0; otherwise -1
     * @param clusteringOrder {@code asc}, {@code desc} or {@code none}
     */
    public record Column(String name, String type, String kind, int position, String clusteringOrder) {}

    /** A dropped column. */
    public record DroppedColumn(String name, String type, String kind, Instant droppedAt) {}

    /** A user-defined type: its fields in order. */
    public record UserType(String name, List<String> fieldNames, List<String> fieldTypes) {}

    /** A secondary index; {@code options} as Cassandra stores them. */
    public record Index(String name, String kind, Map<String, String> options) {}
}
