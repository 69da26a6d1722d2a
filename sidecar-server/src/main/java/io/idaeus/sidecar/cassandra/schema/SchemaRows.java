/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import com.datastax.oss.driver.api.core.cql.Row;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Column;
import io.idaeus.sidecar.cassandra.schema.TableSchema.DroppedColumn;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Index;
import io.idaeus.sidecar.cassandra.schema.TableSchema.Kind;
import io.idaeus.sidecar.cassandra.schema.TableSchema.UserType;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Assembles a table's schema from the rows of {@code system_schema}. */
record SchemaRows(CqlQueries cql, TableName name) {
    TableSchema read() {
        List<Row> tables = rows("tables", "AND table_name = ?", name.table());
        List<Row> viewsHere = rows("views", "");
        if (!tables.isEmpty()) {
            return schema(tables.get(0), false, viewsOn(viewsHere));
        }
        Row view = viewsHere.stream()
                .filter(row -> name.table().equals(row.getString("view_name")))
                .findFirst()
                .orElseThrow(this::unknown);
        return schema(view, true, List.of());
    }

    private TableSchema schema(Row table, boolean isView, List<String> views) {
        CreateStatement create = createStatement(isView);
        List<Column> columns = columns();
        List<DroppedColumn> dropped = droppedColumns();
        List<String> types = new ArrayList<>(columns.stream().map(Column::type).toList());
        dropped.forEach(column -> types.add(column.type()));
        // Views have none.
        Set<String> flags = isView ? Set.of() : Objects.requireNonNull(table.getSet("flags", String.class));
        return TableSchemaBuilder.builder()
                .name(name)
                .id(Objects.requireNonNull(table.getUuid("id")))
                .columns(columns)
                .userTypes(UserTypes.usedBy(types, userTypes()))
                .droppedColumns(dropped)
                .indexes(isView ? List.of() : indexes())
                .views(views)
                .isView(isView)
                .isCounter(flags.contains("counter"))
                .cdc(create.cdc())
                .gcGraceSeconds(table.getInt("gc_grace_seconds"))
                .compaction(options(table, "compaction").getOrDefault("class", ""))
                .compression(options(table, "compression").get("class"))
                .flags(flags)
                .transactionalMode(create.transactionalMode())
                .createStatement(create.text())
                .build();
    }

    private List<String> viewsOn(List<Row> views) {
        return views.stream()
                .filter(view -> name.table().equals(view.getString("base_table_name")))
                .map(view -> text(view, "view_name"))
                .sorted()
                .toList();
    }

    private List<Column> columns() {
        return rows("columns", "AND table_name = ?", name.table()).stream()
                .map(SchemaRows::column)
                .sorted(Column.ORDER)
                .toList();
    }

    private List<DroppedColumn> droppedColumns() {
        return rows("dropped_columns", "AND table_name = ?", name.table()).stream()
                .map(SchemaRows::droppedColumn)
                .sorted(Comparator.comparing(DroppedColumn::name))
                .toList();
    }

    private Map<String, UserType> userTypes() {
        return rows("types", "").stream()
                .map(SchemaRows::userType)
                .collect(Collectors.toMap(UserType::name, Function.identity()));
    }

    static Column column(Row row) {
        return new Column(
                text(row, "column_name"),
                text(row, "type"),
                kind(row),
                row.getInt("position"),
                "desc".equals(row.getString("clustering_order")));
    }

    static DroppedColumn droppedColumn(Row row) {
        return new DroppedColumn(
                text(row, "column_name"),
                text(row, "type"),
                kind(row),
                Objects.requireNonNull(row.getInstant("dropped_time")));
    }

    static UserType userType(Row row) {
        return new UserType(
                text(row, "type_name"),
                Objects.requireNonNull(row.getList("field_names", String.class)),
                Objects.requireNonNull(row.getList("field_types", String.class)));
    }

    private List<Index> indexes() {
        return rows("indexes", "AND table_name = ?", name.table()).stream()
                .map(row -> {
                    Map<String, String> options = options(row, "options");
                    return new Index(
                            text(row, "index_name"),
                            text(row, "kind"),
                            options.get("class_name"),
                            options.getOrDefault("target", ""),
                            options);
                })
                .sorted(Comparator.comparing(Index::name))
                .toList();
    }

    // The table's statement, then those of its indexes. DESCRIBE adds its views, which are left out.
    private CreateStatement createStatement(boolean isView) {
        String what = isView ? "MATERIALIZED VIEW" : "TABLE";
        return new CreateStatement(cql
                .query(
                        "the statement that creates " + name,
                        "DESCRIBE " + what + " \"" + name.keyspace() + "\".\"" + name.table() + "\"")
                .stream()
                .filter(row -> isView || !"materialized_view".equals(row.getString("type")))
                .map(row -> text(row, "create_statement"))
                .collect(Collectors.joining("\n\n")));
    }

    private List<Row> rows(String table, String condition, Object... values) {
        List<Object> all = new ArrayList<>(List.of(name.keyspace()));
        all.addAll(List.of(values));
        return cql.query(
                "the " + table.replace('_', ' ') + " of " + name,
                "SELECT * FROM system_schema." + table + " WHERE keyspace_name = ? " + condition,
                all.toArray());
    }

    private ProblemException unknown() {
        return rows("keyspaces", "").isEmpty()
                ? new ProblemException(
                        ProblemType.UNKNOWN_KEYSPACE,
                        "this node has no keyspace " + name.keyspace() + "; GET /v1/keyspaces lists those it has")
                : new ProblemException(
                        ProblemType.UNKNOWN_TABLE,
                        "this node has no table " + name.table() + " in keyspace " + name.keyspace()
                                + "; GET /v1/keyspaces lists those it has");
    }

    private static Kind kind(Row row) {
        String kind = row.getString("kind");
        return kind == null ? Kind.REGULAR : Kind.valueOf(kind.toUpperCase(Locale.ROOT));
    }

    private static Map<String, String> options(Row row, String column) {
        return Objects.requireNonNull(row.getMap(column, String.class, String.class));
    }

    private static String text(Row row, String column) {
        return Objects.requireNonNull(row.getString(column), column);
    }
}
