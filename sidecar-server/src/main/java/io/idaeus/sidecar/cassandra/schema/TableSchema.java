/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A table or materialized view. Types are CQL as Cassandra stores them.
 *
 * @param columns partition key, clustering, static, regular; the first two by position, the others by name
 * @param userTypes that columns use, also through another, by name
 * @param droppedColumns that SSTables may still hold, by name
 * @param compression class; null if not compressed
 * @param flags as Cassandra stores them
 * @param transactionalMode of Accord, for instance {@code off, migrating from full}; {@code off} without
 * @param createStatement CQL of the table and its indexes
 */
@RecordBuilder
public record TableSchema(
        TableName name,
        UUID id,
        List<Column> columns,
        List<UserType> userTypes,
        List<DroppedColumn> droppedColumns,
        List<Index> indexes,
        List<String> views,
        boolean isView,
        boolean isCounter,
        boolean cdc,
        int gcGraceSeconds,
        String compaction,
        @Nullable String compression,
        Set<String> flags,
        String transactionalMode,
        String createStatement) {
    public TableSchema {
        columns = List.copyOf(columns);
        userTypes = List.copyOf(userTypes);
        droppedColumns = List.copyOf(droppedColumns);
        indexes = List.copyOf(indexes);
        views = List.copyOf(views);
        flags = Set.copyOf(flags);
    }

    /** Whether Accord owns the data: an import moves nothing. */
    public boolean isTransactional() {
        return !transactionalMode.equals("off");
    }

    /** Whether it has COMPACT STORAGE, and hides columns or rows. */
    public boolean isCompact() {
        return !isView && (!flags.contains("compound") || flags.contains("dense") || flags.contains("super"));
    }

    public List<Column> columns(Kind kind) {
        return columns.stream().filter(column -> column.kind() == kind).toList();
    }

    /** The role of a column. */
    public enum Kind {
        PARTITION_KEY,
        CLUSTERING,
        STATIC,
        REGULAR
    }

    /**
     * A column.
     *
     * @param position within the partition key or the clustering, from 0; else -1
     */
    public record Column(String name, String type, Kind kind, int position, boolean descending) {
        static final Comparator<Column> ORDER = Comparator.comparing(Column::kind)
                .thenComparing(Column::position)
                .thenComparing(Column::name);
    }

    /** A user type's fields, in order. */
    public record UserType(String name, List<String> fieldNames, List<String> fieldTypes) {
        public UserType {
            fieldNames = List.copyOf(fieldNames);
            fieldTypes = List.copyOf(fieldTypes);
        }
    }

    /** Its user types are written as tuples. */
    public record DroppedColumn(String name, String type, Kind kind, Instant droppedAt) {}

    /**
     * An index.
     *
     * @param kind {@code COMPOSITES} or {@code CUSTOM}
     * @param indexClass null unless custom
     * @param target for instance {@code values(tags)}
     */
    public record Index(
            String name, String kind, @Nullable String indexClass, String target, Map<String, String> options) {
        public Index {
            options = Map.copyOf(options);
        }
    }
}
