/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.sidecar.cassandra.schema.TableSchema.Column;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table's types in the words of an SSTable's serialization header: Cassandra's classes, for instance {@code
 * org.apache.cassandra.db.marshal.ListType(org.apache.cassandra.db.marshal.UTF8Type)}. Proven against headers that 4.0,
 * 4.1, 5.0 and 6.0 wrote. A header names only the columns that its SSTable holds, dropped ones among them, and a user
 * type as it was when the SSTable was written: with fewer fields, perhaps.
 *
 * @param partitionKey a {@code CompositeType(…)} where there are several columns
 * @param clustering by position; {@code ReversedType(…)} where descending
 * @param staticColumns types by name
 * @param regularColumns types by name
 * @param droppedColumns types by name, of columns that old SSTables may still hold
 */
public record HeaderTypes(
        String partitionKey,
        List<String> clustering,
        Map<String, String> staticColumns,
        Map<String, String> regularColumns,
        Map<String, String> droppedColumns) {

    /** @throws IllegalArgumentException for a type that is none of CQL's, which no schema of Cassandra holds */
    public static HeaderTypes of(TableSchema schema) {
        MarshalTypes types = new MarshalTypes(schema.name().keyspace(), schema.userTypes());
        List<String> key = schema.columns(Kind.PARTITION_KEY).stream()
                .map(column -> types.of(column.type()))
                .toList();
        return new HeaderTypes(
                key.size() == 1 ? key.get(0) : MarshalTypes.composite(key),
                schema.columns(Kind.CLUSTERING).stream()
                        .map(column -> column.descending()
                                ? MarshalTypes.reversed(types.of(column.type()))
                                : types.of(column.type()))
                        .toList(),
                byName(types, schema.columns(Kind.STATIC)),
                byName(types, schema.columns(Kind.REGULAR)),
                dropped(types, schema));
    }

    private static Map<String, String> dropped(MarshalTypes types, TableSchema schema) {
        Map<String, String> byName = new LinkedHashMap<>();
        schema.droppedColumns().forEach(column -> byName.put(column.name(), types.of(column.type())));
        return byName;
    }

    private static Map<String, String> byName(MarshalTypes types, List<Column> columns) {
        Map<String, String> byName = new LinkedHashMap<>();
        columns.forEach(column -> byName.put(column.name(), types.of(column.type())));
        return byName;
    }
}
