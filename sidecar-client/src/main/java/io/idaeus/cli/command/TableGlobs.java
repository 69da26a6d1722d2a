/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.api.TableRef;
import io.idaeus.api.keyspace.KeyspaceInfo;
import io.idaeus.api.keyspace.TablePattern;
import io.idaeus.api.value.Bounds;
import io.idaeus.client.SidecarClient;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ParameterException;

/**
 * Tables by pattern, for instance {@code shop.*}: {@code *} stands for any characters, {@code ?} for one. Patterns for
 * keyspaces leave out Cassandra's own.
 */
public final class TableGlobs {

    private final SidecarClient client;
    private final Function<String, ParameterException> wrong;

    /** @param client the sidecar whose node's schema has the tables */
    public TableGlobs(SidecarClient client, Function<String, ParameterException> wrong) {
        this.client = client;
        this.wrong = wrong;
    }

    /** The tables that are named or match, each once; asks the sidecar only where there is a pattern. */
    public List<TableRef> resolve(List<TableRef> named) {
        if (named.stream().noneMatch(TableGlobs::isPattern)) {
            return named;
        }
        List<KeyspaceInfo> keyspaces = client.keyspaces().keyspaces();
        Set<TableRef> tables = new LinkedHashSet<>();
        named.forEach(table -> tables.addAll(isPattern(table) ? matching(table, keyspaces) : List.of(table)));
        if (tables.size() > Bounds.MAX_TABLES) {
            throw wrong.apply("%s matches %d tables (expected: at most %d)"
                    .formatted(shown(named), tables.size(), Bounds.MAX_TABLES));
        }
        return List.copyOf(tables);
    }

    private List<TableRef> matching(TableRef pattern, List<KeyspaceInfo> all) {
        List<KeyspaceInfo> keyspaces =
                all.stream().filter(pattern(pattern)::matches).toList();
        if (keyspaces.isEmpty()) {
            throw wrong.apply("'%s' matches no table: %s has no such keyspace (expected one of: %s)"
                    .formatted(
                            shown(List.of(pattern)),
                            client.base(),
                            some(all.stream().filter(each -> !each.system()).map(KeyspaceInfo::name))));
        }
        List<TableRef> tables = pattern(pattern).in(keyspaces);
        if (tables.isEmpty()) {
            throw wrong.apply("'%s' matches no table at %s (expected one of: %s)"
                    .formatted(
                            shown(List.of(pattern)),
                            client.base(),
                            some(keyspaces.stream().flatMap(keyspace -> keyspace.tables().stream()
                                    .map(table -> keyspace.name() + "." + table)))));
        }
        return tables;
    }

    private static boolean isPattern(TableRef table) {
        return !pattern(table).namesTable();
    }

    private static TablePattern pattern(TableRef table) {
        return new TablePattern(table.keyspace(), table.table());
    }

    private static String some(Stream<String> names) {
        List<String> all = names.sorted().toList();
        String first = all.stream().limit(20).collect(Collectors.joining(", "));
        return all.isEmpty() ? "none is there" : all.size() > 20 ? first + " and others" : first;
    }

    private static String shown(List<TableRef> tables) {
        return tables.stream()
                .map(table -> table.keyspace() + "." + table.table())
                .collect(Collectors.joining(", "));
    }
}
