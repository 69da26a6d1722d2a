/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.description;

import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.sidecar.cassandra.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table's schema as the API shows it. */
public final class TableDefinitions {
    private TableDefinitions() {}

    public static TableDefinition of(TableSchema schema) {
        return new TableDefinition(
                schema.columns().stream().map(TableDefinitions::column).toList(),
                schema.droppedColumns().stream().map(TableDefinitions::dropped).toList(),
                schema.userTypes().stream()
                        .map(type -> new TableDefinition.UserType(type.name(), type.fieldNames(), type.fieldTypes()))
                        .toList(),
                schema.indexes().stream()
                        .map(index -> new TableDefinition.Index(index.name(), index.kind(), index.options()))
                        .toList(),
                schema.gcGraceSeconds(),
                flags(schema),
                schema.isCompact());
    }

    private static TableDefinition.Column column(TableSchema.Column column) {
        String order = column.kind() != TableSchema.Kind.CLUSTERING ? "none" : column.descending() ? "desc" : "asc";
        return new TableDefinition.Column(column.name(), column.type(), kind(column.kind()), column.position(), order);
    }

    private static TableDefinition.DroppedColumn dropped(TableSchema.DroppedColumn column) {
        return new TableDefinition.DroppedColumn(column.name(), column.type(), kind(column.kind()), column.droppedAt());
    }

    private static String kind(TableSchema.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static List<String> flags(TableSchema schema) {
        List<String> flags = new ArrayList<>();
        add(flags, schema.isView(), "VIEW");
        add(flags, !schema.views().isEmpty(), "HAS_VIEWS");
        add(flags, schema.isCounter(), "COUNTER");
        add(flags, schema.cdc(), "CDC");
        add(flags, schema.isTransactional(), "ACCORD");
        return List.copyOf(flags);
    }

    private static void add(List<String> flags, boolean is, String flag) {
        if (is) {
            flags.add(flag);
        }
    }
}
