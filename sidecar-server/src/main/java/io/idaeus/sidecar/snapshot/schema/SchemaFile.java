/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.schema;

import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.DroppedColumn;
import io.idaeus.api.sstable.TableDefinition.Index;
import io.idaeus.api.sstable.TableDefinition.UserType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the {@code schema.cql} that Cassandra writes into the snapshot of a table: the statements of its {@code
 * SchemaCQLHelper}, and no others. It tells which columns were dropped until then, and when, also where the table was
 * dropped since.
 */
final class SchemaFile {
    private static final String PARTITION_KEY = "partition_key";
    private static final String CLUSTERING = "clustering";
    private static final String STATIC = "static";
    private static final String REGULAR = "regular";
    private static final Comparator<Column> ORDER = Comparator.comparing((Column column) ->
                    List.of(PARTITION_KEY, CLUSTERING, STATIC, REGULAR).indexOf(column.kind()))
            .thenComparing(Column::position)
            .thenComparing(Column::name);

    private static final Pattern PLAIN = Pattern.compile("\\w+");

    /** Why a file cannot be used. */
    static final class UnknownException extends Exception {
        UnknownException(String message) {
            super(message);
        }
    }

    private final CqlText in;
    private final Map<String, Column> columns = new LinkedHashMap<>();
    private final Map<String, DroppedColumn> dropped = new TreeMap<>();
    private final Map<String, UserType> types = new TreeMap<>();
    private final Map<String, Index> indexes = new TreeMap<>();
    private final Map<String, String> options = new HashMap<>();
    private boolean table;

    private SchemaFile(String text) {
        this.in = new CqlText(text);
    }

    /** @throws UnknownException where it holds anything else, or no table */
    static TableDefinition read(String text) throws UnknownException {
        SchemaFile file = new SchemaFile(text);
        while (!file.in.isAtEnd()) {
            file.statement();
        }
        if (!file.table) {
            throw new UnknownException("it creates no table, as for one with COMPACT STORAGE");
        }
        return file.definition();
    }

    private TableDefinition definition() throws UnknownException {
        String grace = options.get("gc_grace_seconds");
        if (grace == null || !grace.matches("\\d{1,10}") || Long.parseLong(grace) > Integer.MAX_VALUE) {
            throw new UnknownException("gc_grace_seconds is " + grace + " (expected: a number)");
        }
        if (columns.values().stream().noneMatch(column -> column.kind().equals(PARTITION_KEY))) {
            throw new UnknownException("its table has no partition key");
        }
        List<String> flags = new ArrayList<>();
        if (columns.values().stream().anyMatch(column -> column.type().equals("counter"))) {
            flags.add("COUNTER");
        }
        if ("true".equals(options.get("cdc"))) {
            flags.add("CDC");
        }
        if (!options.getOrDefault("transactional_mode", "'off'").equals("'off'")
                || !options.getOrDefault("transactional_migration_from", "'none'")
                        .equals("'none'")) {
            flags.add("ACCORD");
        }
        return new TableDefinition(
                columns.values().stream().sorted(ORDER).toList(),
                List.copyOf(dropped.values()),
                List.copyOf(types.values()),
                List.copyOf(indexes.values()),
                Integer.parseInt(grace),
                List.copyOf(flags),
                // Cassandra writes no statement for a table with COMPACT STORAGE.
                false);
    }

    private void statement() throws UnknownException {
        if (in.skip("CREATE", "TYPE")) {
            createType();
        } else if (in.skip("CREATE", "TABLE")) {
            createTable();
        } else if (in.skip("ALTER", "TABLE")) {
            alterTable();
        } else if (in.skip("CREATE", "CUSTOM", "INDEX")) {
            createIndex(true);
        } else if (in.skip("CREATE", "INDEX")) {
            createIndex(false);
        } else {
            throw in.unknown("a statement that Cassandra writes there");
        }
        in.expect(";");
    }

    private void createType() throws UnknownException {
        in.skip("IF", "NOT", "EXISTS");
        String name = qualified();
        List<String> names = new ArrayList<>();
        List<String> fields = new ArrayList<>();
        in.expect("(");
        do {
            names.add(in.name());
            fields.add(in.type());
        } while (in.skip(","));
        in.expect(")");
        types.put(name, new UserType(name, List.copyOf(names), List.copyOf(fields)));
    }

    private void createTable() throws UnknownException {
        if (table) {
            throw in.unknown("one table");
        }
        table = true;
        in.skip("IF", "NOT", "EXISTS");
        qualified();
        in.expect("(");
        do {
            if (in.skip("PRIMARY", "KEY")) {
                primaryKey();
            } else {
                column();
            }
        } while (in.skip(",") && !in.is(")"));
        in.expect(")");
        in.expect("WITH");
        do {
            option();
        } while (in.skip("AND"));
    }

    private Column column() throws UnknownException {
        String name = in.name();
        String type = in.type();
        String kind = in.skip("STATIC") ? STATIC : REGULAR;
        Column column = new Column(name, type, kind, -1, "none");
        // How values are masked or checked decides nothing about SSTables. A check has names without their quotes.
        if (in.is("MASKED") || (in.is("CHECK") && PLAIN.matcher(name).matches())) {
            in.skipTo(",", ")", ";", "PRIMARY");
        }
        if (in.skip("PRIMARY", "KEY")) {
            column = new Column(name, type, PARTITION_KEY, 0, "none");
        }
        columns.put(name, column);
        return column;
    }

    private void primaryKey() throws UnknownException {
        in.expect("(");
        List<String> partition = new ArrayList<>();
        if (in.skip("(")) {
            partition.addAll(names());
            in.expect(")");
        } else {
            partition.add(in.name());
        }
        List<String> clustering = in.skip(",") ? names() : List.of();
        in.expect(")");
        for (int i = 0; i < partition.size(); i++) {
            key(partition.get(i), PARTITION_KEY, i, "none");
        }
        for (int i = 0; i < clustering.size(); i++) {
            key(clustering.get(i), CLUSTERING, i, "asc");
        }
    }

    private List<String> names() throws UnknownException {
        List<String> names = new ArrayList<>();
        do {
            names.add(in.name());
        } while (in.skip(","));
        return names;
    }

    private void key(String name, String kind, int position, String order) throws UnknownException {
        Column column = columns.get(name);
        if (column == null) {
            throw in.unknown("a column " + name + " before");
        }
        columns.put(name, new Column(name, column.type(), kind, position, order));
    }

    private void option() throws UnknownException {
        if (in.skip("CLUSTERING", "ORDER", "BY")) {
            in.expect("(");
            do {
                String name = in.name();
                boolean descending = in.skip("DESC");
                if (!descending) {
                    in.expect("ASC");
                }
                Column column = columns.get(name);
                if (column == null) {
                    throw in.unknown("a column " + name + " before");
                }
                key(name, column.kind(), column.position(), descending ? "desc" : "asc");
            } while (in.skip(","));
            in.expect(")");
        } else {
            String name = in.name();
            in.expect("=");
            options.put(name, in.value());
        }
    }

    private void alterTable() throws UnknownException {
        qualified();
        if (in.skip("ADD")) {
            column();
            return;
        }
        in.expect("DROP");
        String name = in.name();
        in.expect("USING");
        in.expect("TIMESTAMP");
        String micros = in.value();
        Column column = columns.remove(name);
        if (column == null || !micros.matches("-?\\d{1,18}")) {
            throw in.unknown("a column " + name + " before, and a time in microseconds");
        }
        dropped.put(
                name,
                new DroppedColumn(
                        name,
                        column.type(),
                        column.kind(),
                        Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS)));
    }

    private void createIndex(boolean custom) throws UnknownException {
        in.skip("IF", "NOT", "EXISTS");
        String name = in.name();
        in.expect("ON");
        qualified();
        in.expect("(");
        Map<String, String> found = new TreeMap<>();
        found.put("target", in.skipTo(")"));
        in.expect(")");
        if (custom) {
            in.expect("USING");
            found.put("class_name", in.string());
            if (in.skip("WITH", "OPTIONS")) {
                in.expect("=");
                found.putAll(in.map());
            }
        } else if (in.skip("USING")) {
            // 6.0 names the implementation that was the only one before.
            in.string();
        }
        indexes.put(name, new Index(name, custom ? "CUSTOM" : "COMPOSITES", Map.copyOf(found)));
    }

    // Returns what follows the keyspace.
    private String qualified() throws UnknownException {
        in.name();
        in.expect(".");
        return in.name();
    }

    /** A definition, or why it is not known. */
    record Read(
            @Nullable TableDefinition definition, @Nullable String unknown) {}

    static Read of(@Nullable String text) {
        if (text == null) {
            return new Read(null, "it has no schema.cql");
        }
        try {
            return new Read(read(text), null);
        } catch (UnknownException e) {
            return new Read(null, "its schema.cql is not understood: " + e.getMessage());
        }
    }
}
