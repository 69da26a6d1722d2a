/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Column;
import io.idaeus.sidecar.cassandra.schema.TableSchema.DroppedColumn;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table's types as serialization headers name them. A header has only the columns of its SSTable, dropped ones
 * included, and a user type as it was when the SSTable was written.
 *
 * @param partitionKey a {@code CompositeType(…)} for several columns
 * @param clustering by position; {@code ReversedType(…)} where descending
 */
public record HeaderTypes(
        String partitionKey,
        List<String> clustering,
        Map<String, String> staticColumns,
        Map<String, String> regularColumns,
        Map<String, String> droppedColumns) {

    /** @throws IllegalArgumentException for a type unknown to CQL */
    public static HeaderTypes of(TableSchema schema) {
        return of(
                new MarshalTypes(schema.name().keyspace(), schema.userTypes()),
                schema.columns(),
                schema.droppedColumns());
    }

    /**
     * @param columns in {@link Column#ORDER}
     * @throws IllegalArgumentException for a type unknown to CQL
     */
    static HeaderTypes of(MarshalTypes types, List<Column> columns, List<DroppedColumn> dropped) {
        List<String> key = of(Kind.PARTITION_KEY, columns).stream()
                .map(column -> types.of(column.type()))
                .toList();
        return new HeaderTypes(
                key.size() == 1 ? key.get(0) : MarshalTypes.composite(key),
                of(Kind.CLUSTERING, columns).stream()
                        .map(column -> column.descending()
                                ? MarshalTypes.reversed(types.of(column.type()))
                                : types.of(column.type()))
                        .toList(),
                byName(types, of(Kind.STATIC, columns)),
                byName(types, of(Kind.REGULAR, columns)),
                dropped(types, dropped));
    }

    /** The types of an SSTable written now. */
    public SerializationHeader header() {
        return new SerializationHeader(partitionKey, clustering, staticColumns, regularColumns);
    }

    private static List<Column> of(Kind kind, List<Column> columns) {
        return columns.stream().filter(column -> column.kind() == kind).toList();
    }

    private static Map<String, String> dropped(MarshalTypes types, List<DroppedColumn> dropped) {
        Map<String, String> byName = new LinkedHashMap<>();
        dropped.forEach(column -> byName.put(column.name(), types.of(column.type())));
        return byName;
    }

    private static Map<String, String> byName(MarshalTypes types, List<Column> columns) {
        Map<String, String> byName = new LinkedHashMap<>();
        columns.forEach(column -> byName.put(column.name(), types.of(column.type())));
        return byName;
    }
}
