/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.keyspace;

import io.idaeus.api.TableRef;
import java.util.Collection;
import java.util.List;

/**
 * Tables as a request names them, for instance {@code shop.*}: {@code *} stands for any characters, {@code ?} for one. A
 * pattern for keyspaces leaves out Cassandra's own.
 */
public record TablePattern(String keyspace, String table) {
    /** @param text that {@link io.idaeus.api.value.Bounds#TABLE_PATTERN} allows */
    public static TablePattern parse(String text) {
        int dot = text.indexOf('.');
        return new TablePattern(text.substring(0, dot), text.substring(dot + 1));
    }

    /** Whether it names one keyspace. */
    public boolean namesKeyspace() {
        return !isPattern(keyspace);
    }

    /** Whether it names one table. */
    public boolean namesTable() {
        return namesKeyspace() && !isPattern(table);
    }

    public boolean matches(KeyspaceInfo other) {
        return namesKeyspace() ? keyspace.equals(other.name()) : !other.system() && matches(keyspace, other.name());
    }

    /** The tables that it names, in the order in which they are given. */
    public List<TableRef> in(Collection<KeyspaceInfo> keyspaces) {
        return keyspaces.stream()
                .filter(this::matches)
                .flatMap(each -> each.tables().stream()
                        .filter(name -> matches(table, name))
                        .map(name -> new TableRef(each.name(), name)))
                .toList();
    }

    private static boolean isPattern(String text) {
        return text.contains("*") || text.contains("?");
    }

    /** Whether a pattern stands for all of a name. In little time, also with many asterisks. */
    public static boolean matches(String pattern, String name) {
        int at = 0;
        int inName = 0;
        int star = -1;
        int behindStar = 0;
        while (inName < name.length()) {
            if (at < pattern.length() && (pattern.charAt(at) == '?' || pattern.charAt(at) == name.charAt(inName))) {
                at++;
                inName++;
            } else if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                behindStar = inName;
            } else if (star >= 0) {
                at = star + 1;
                inName = ++behindStar;
            } else {
                return false;
            }
        }
        while (at < pattern.length() && pattern.charAt(at) == '*') {
            at++;
        }
        return at == pattern.length();
    }
}
