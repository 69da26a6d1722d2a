/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.schema;

import java.util.ArrayList;
import java.util.List;

/** Parses {@code system_schema.columns.type}, for instance {@code vector<float, 3>}. */
final class CqlTypeParser {
    private final String text;
    private int at;

    private CqlTypeParser(String text) {
        this.text = text;
    }

    static CqlType parse(String text) {
        CqlTypeParser parser = new CqlTypeParser(text);
        CqlType type = parser.type();
        if (parser.at != text.length()) {
            throw parser.unexpected("the end");
        }
        return type;
    }

    private CqlType type() {
        skipSpaces();
        if (at < text.length() && text.charAt(at) == '\'') {
            return new CqlType.Custom(quoted('\''));
        }
        if (at < text.length() && text.charAt(at) == '"') {
            return new CqlType.User(quoted('"'));
        }
        String name = word();
        skipSpaces();
        return at < text.length() && text.charAt(at) == '<' ? parameterized(name) : plain(name);
    }

    private static CqlType plain(String name) {
        return NativeTypes.isNative(name) ? new CqlType.Native(name) : new CqlType.User(name);
    }

    private CqlType parameterized(String name) {
        expect('<');
        CqlType result =
                switch (name) {
                    case "frozen" -> new CqlType.Frozen(type());
                    case "list", "set" -> new CqlType.Collection(name, List.of(type()));
                    case "map" -> map();
                    case "tuple" -> new CqlType.Tuple(types());
                    case "vector" -> vector();
                    default -> throw unexpected("frozen, list, set, map, tuple or vector before \"<\"");
                };
        skipSpaces();
        expect('>');
        return result;
    }

    private CqlType map() {
        CqlType key = type();
        skipSpaces();
        expect(',');
        return new CqlType.Collection("map", List.of(key, type()));
    }

    private CqlType vector() {
        CqlType element = type();
        skipSpaces();
        expect(',');
        skipSpaces();
        String dimension = word();
        try {
            return new CqlType.Vector(element, Integer.parseInt(dimension));
        } catch (NumberFormatException e) {
            throw unexpected("the dimension of a vector");
        }
    }

    private List<CqlType> types() {
        List<CqlType> types = new ArrayList<>(List.of(type()));
        skipSpaces();
        while (at < text.length() && text.charAt(at) == ',') {
            at++;
            types.add(type());
            skipSpaces();
        }
        return types;
    }

    private String word() {
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (start == at) {
            throw unexpected("a name");
        }
        return text.substring(start, at);
    }

    // A doubled quote stands for one.
    private String quoted(char quote) {
        StringBuilder name = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                if (at >= text.length() || text.charAt(at) != quote) {
                    return name.toString();
                }
            }
            name.append(c);
        }
        throw unexpected("a closing quote");
    }

    private void expect(char c) {
        if (at >= text.length() || text.charAt(at) != c) {
            throw unexpected("\"" + c + "\"");
        }
        at++;
    }

    private void skipSpaces() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private IllegalArgumentException unexpected(String expected) {
        return new IllegalArgumentException("CQL type \"" + text + "\" at " + at + " (expected: " + expected + ")");
    }
}
