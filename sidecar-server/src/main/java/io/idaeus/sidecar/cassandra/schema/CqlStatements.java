/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import java.util.ArrayList;
import java.util.List;

/** The text of CQL. */
final class CqlStatements {
    private CqlStatements() {}

    /** Splits at semicolons, drops them, and leaves out empty statements. Semicolons in quotes separate nothing. */
    static List<String> split(String text) {
        List<String> statements = new ArrayList<>();
        int begin = 0;
        // The quote around a constant or a name; 0 outside of quotes. A doubled one ends and begins anew.
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == ';') {
                add(text.substring(begin, i), statements);
                begin = i + 1;
            }
        }
        add(text.substring(begin), statements);
        return List.copyOf(statements);
    }

    private static void add(String statement, List<String> to) {
        if (!statement.isBlank()) {
            to.add(statement.strip());
        }
    }

    /** A name as CQL has it: in quotes, or not. */
    static String unquoted(String name) {
        return name.startsWith("\"") ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
    }
}
