/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import io.idaeus.api.keyspace.SchemaStatement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The fields of user-defined types, in one way of writing: {@code street text, zip int}. */
final class TypeFields {
    private TypeFields() {}

    static String of(List<String> names, List<String> types) {
        return plain(IntStream.range(0, names.size())
                .mapToObj(i -> names.get(i) + " " + types.get(i))
                .collect(Collectors.joining(", ")));
    }

    /** @param statement that makes a type, as {@link StatementCheck} wants it */
    static String of(SchemaStatement statement) {
        String text = statement.statement();
        return plain(text.substring(text.indexOf('(') + 1, text.lastIndexOf(')')));
    }

    // Quotes and white space differ.
    private static String plain(String fields) {
        return fields.replace("\"", "").strip().replaceAll("\\s+", " ");
    }

    /** Whether the one has all fields of the other first. */
    static boolean extend(String one, String other) {
        return one.equals(other) || one.startsWith(other + ", ");
    }
}
