/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import io.idaeus.api.rows.RowColumn;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.sstable.TableDefinition.Column;
import io.idaeus.api.sstable.TableDefinition.UserType;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table that can be compared: those that both clusters have.
 *
 * @param columns outside the key
 * @param differences between the definitions, for people
 * @param notComparable why no row can be compared; null where rows can
 */
public record ComparedColumns(
        List<RowColumn> columns,
        List<String> differences,
        @Nullable String notComparable) {
    private static final int MOST_DIFFERENCES = 50;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_]+");
    private static final Pattern COLLECTION = Pattern.compile("(?:list|set|map)<.*");

    /** A definition, and the oldest Cassandra of the cluster that has it. */
    public record Defined(TableDefinition table, ReleaseVersion oldest) {
        // Cassandra before 5.0 tells no times of values that consist of many cells.
        private boolean tellsTimes(Column column) {
            return !column.type().equals("counter") && (oldest.isAtLeast(5, 0) || !isMultiCell(column.type()));
        }

        private boolean isMultiCell(String type) {
            return COLLECTION.matcher(type).matches()
                    || table.userTypes().stream().anyMatch(each -> each.name().equals(type.replace("\"", "")));
        }

        private List<Column> key() {
            return table.columns().stream().filter(Defined::isOfKey).toList();
        }

        private static boolean isOfKey(Column column) {
            return column.position() >= 0;
        }

        private Map<String, Column> others() {
            return table.columns().stream()
                    .filter(column -> !isOfKey(column))
                    .collect(
                            Collectors.toMap(Column::name, Function.identity(), (one, two) -> one, LinkedHashMap::new));
        }

        private Map<String, UserType> types() {
            return table.userTypes().stream().collect(Collectors.toMap(UserType::name, Function.identity()));
        }
    }

    public static ComparedColumns of(Defined here, Defined there) {
        Set<String> changed = changedTypes(here.types(), there.types());
        List<String> ours = keyOf(here);
        List<String> theirs = keyOf(there);
        if (!ours.equals(theirs)) {
            return new ComparedColumns(
                    List.of(),
                    List.of(),
                    "its primary key is %s here, and %s there (expected: the same columns)"
                            .formatted(String.join(", ", ours), String.join(", ", theirs)));
        }
        List<String> keyTypes = here.key().stream().map(Column::type).toList();
        List<String> ofKey = keyTypes.stream()
                .flatMap(ComparedColumns::names)
                .filter(changed::contains)
                .toList();
        if (!ofKey.isEmpty()) {
            return new ComparedColumns(
                    List.of(), List.of(), "type " + ofKey.get(0) + " of its primary key has other fields there");
        }
        List<RowColumn> columns = new ArrayList<>();
        List<String> differences = new ArrayList<>();
        Map<String, Column> others = there.others();
        here.others().forEach((name, our) -> {
            Column their = others.remove(name);
            if (their == null) {
                differences.add("column " + name + " is only here");
            } else if (!our.type().equals(their.type()) || !our.kind().equals(their.kind())) {
                differences.add("column %s is %s %s here, and %s %s there"
                        .formatted(name, our.kind(), our.type(), their.kind(), their.type()));
            } else if (names(our.type()).anyMatch(changed::contains)) {
                differences.add("column " + name + ": its type " + our.type() + " has other fields there");
            } else {
                columns.add(new RowColumn(name, here.tellsTimes(our) && there.tellsTimes(their)));
            }
        });
        others.keySet().forEach(name -> differences.add("column " + name + " is only there"));
        return new ComparedColumns(columns, cut(differences), null);
    }

    private static List<String> cut(List<String> differences) {
        if (differences.size() <= MOST_DIFFERENCES) {
            return differences;
        }
        List<String> first = new ArrayList<>(differences.subList(0, MOST_DIFFERENCES));
        first.add("and " + (differences.size() - MOST_DIFFERENCES) + " more columns");
        return first;
    }

    // Without the clustering order, which does not change what a row is.
    private static List<String> keyOf(Defined table) {
        return Stream.of("partition_key", "clustering")
                .flatMap(kind -> table.key().stream()
                        .filter(column -> column.kind().equals(kind))
                        .sorted((one, two) -> Integer.compare(one.position(), two.position()))
                        .map(column -> column.name() + " " + column.type() + " (" + kind + ")"))
                .toList();
    }

    private static Stream<String> names(String type) {
        return NAME.matcher(type).results().map(match -> match.group());
    }

    // With those that contain one that is changed.
    private static Set<String> changedTypes(Map<String, UserType> here, Map<String, UserType> there) {
        Set<String> changed = new HashSet<>();
        here.forEach((name, type) -> {
            if (!type.equals(there.get(name))) {
                changed.add(name);
            }
        });
        for (int before = -1; before != changed.size(); ) {
            before = changed.size();
            here.forEach((name, type) -> {
                if (type.fieldTypes().stream().flatMap(ComparedColumns::names).anyMatch(changed::contains)) {
                    changed.add(name);
                }
            });
        }
        return changed;
    }
}
