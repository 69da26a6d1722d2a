/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.check;

import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.DroppedColumn;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.sidecar.selection.finding.FindingCode;
import io.idaeus.sidecar.selection.finding.Findings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the source's schema with ours. Cassandra's import does not: it accepts SSTables with other column types, and
 * reads then fail or return garbage.
 */
public final class SchemaCheck {
    private final String subject;
    private final TableDefinition theirs;
    private final TableDefinition ours;
    private final Findings findings;

    public SchemaCheck(String subject, TableDefinition theirs, TableDefinition ours, Findings findings) {
        this.subject = subject;
        this.theirs = theirs;
        this.ours = ours;
        this.findings = findings;
    }

    public void run() {
        theirs.columns().forEach(this::checkColumn);
        theirs.droppedColumns().forEach(this::checkDropped);
        theirs.userTypes().forEach(this::checkUserType);
        ours.columns().stream()
                .filter(column -> find(theirs.columns(), column.name()).isEmpty())
                .forEach(this::checkExtra);
        if (!indexes(theirs).equals(indexes(ours))) {
            findings.add(
                    FindingCode.INDEXES_DIFFER,
                    subject,
                    "the source has indexes " + indexes(theirs).keySet() + ", this node has "
                            + indexes(ours).keySet() + ", or the same with other definitions");
        }
        checkCounter();
        checkCompact();
    }

    public static boolean sameIndexes(TableDefinition one, TableDefinition other) {
        return indexes(one).equals(indexes(other));
    }

    /** The names of the indexes, where both have the same ones; else none. */
    public static Set<String> sharedIndexes(TableDefinition one, TableDefinition other) {
        return sameIndexes(one, other) ? indexes(one).keySet() : Set.of();
    }

    private static Map<String, TableDefinition.Index> indexes(TableDefinition definition) {
        return definition.indexes().stream()
                .collect(Collectors.toMap(TableDefinition.Index::name, Function.identity()));
    }

    private void checkColumn(Column column) {
        Optional<Column> here = find(ours.columns(), column.name());
        if (here.isEmpty()) {
            checkDroppedHere(column.name(), column.type());
        } else if (!here.get().equals(column)) {
            mismatch("column " + column.name() + " is " + describe(column) + " at the source and "
                    + describe(here.get()) + " here");
        }
    }

    private void checkExtra(Column column) {
        if (isKey(column)) {
            mismatch("column " + column.name() + " is " + describe(column) + " here and does not exist at the source");
        } else {
            findings.add(
                    FindingCode.SCHEMA_DIFFERS,
                    subject,
                    "column " + column.name() + " exists here and not at the source");
        }
    }

    // SSTables may still hold values of a column that was dropped at the source.
    private void checkDropped(DroppedColumn dropped) {
        Optional<Column> here = find(ours.columns(), dropped.name());
        if (here.isPresent() && find(theirs.columns(), dropped.name()).isEmpty()) {
            mismatch("column " + dropped.name() + " was dropped at the source and exists here: its old values would"
                    + " come back");
        }
    }

    private void checkDroppedHere(String name, String type) {
        boolean known = ours.droppedColumns().stream()
                .anyMatch(dropped -> dropped.name().equals(name));
        if (known) {
            findings.add(
                    FindingCode.SCHEMA_DIFFERS,
                    subject,
                    "column " + name + " " + type + " exists at the source and was dropped here: its values stay"
                            + " invisible");
        } else {
            mismatch("column " + name + " " + type + " exists at the source and not here");
        }
    }

    private void checkUserType(UserType type) {
        Optional<UserType> here = ours.userTypes().stream()
                .filter(other -> other.name().equals(type.name()))
                .findFirst();
        if (here.isEmpty()) {
            return; // A column that uses it here would already differ.
        }
        if (!extend(here.get(), type)) {
            mismatch("type " + type.name() + " has fields " + fields(type) + " at the source and " + fields(here.get())
                    + " here");
        }
    }

    private void checkCounter() {
        if (theirs.flags().contains("COUNTER") != ours.flags().contains("COUNTER")) {
            mismatch("one of the tables is a counter table and the other is not");
        }
    }

    // The other way round Cassandra shows all rows: it wrote them with COMPACT STORAGE itself, before that was dropped.
    private void checkCompact() {
        if (Boolean.TRUE.equals(ours.compact()) && Boolean.FALSE.equals(theirs.compact())) {
            mismatch("the table has COMPACT STORAGE here and not at the source: rows of the source could be invisible"
                    + " here");
        }
    }

    private void mismatch(String detail) {
        findings.add(FindingCode.SCHEMA_MISMATCH, subject, detail);
    }

    private static boolean isKey(Column column) {
        return Objects.equals(column.kind(), "partition_key") || Objects.equals(column.kind(), "clustering");
    }

    public static Optional<Column> find(List<Column> columns, String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    public static boolean extend(UserType one, UserType other) {
        return startsWith(one.fieldNames(), other.fieldNames()) && startsWith(one.fieldTypes(), other.fieldTypes());
    }

    private static boolean startsWith(List<String> list, List<String> prefix) {
        return list.size() >= prefix.size() && list.subList(0, prefix.size()).equals(prefix);
    }

    private static String fields(UserType type) {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < type.fieldNames().size(); i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(type.fieldNames().get(i))
                    .append(' ')
                    .append(type.fieldTypes().get(i));
        }
        return text.append(')').toString();
    }

    public static String describe(Column column) {
        String place = isKey(column) ? " " + column.kind() + " " + column.position() : " " + column.kind();
        String order = column.clusteringOrder().equals("desc") ? " desc" : "";
        return column.type() + place + order;
    }
}
