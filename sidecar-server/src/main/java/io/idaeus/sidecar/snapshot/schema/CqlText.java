/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** CQL, word by word. Not thread-safe. */
final class CqlText {
    // A comment, a quoted name, a string, a number or a word, or one character. A UUID is a word.
    private static final Pattern WORD = Pattern.compile(
            "\\s+|/\\*.*?(?:\\*/|\\z)|\"(?:[^\"]|\"\")*+\"|'(?:[^']|'')*+'|[\\w-]++(?:\\.\\d[\\w-]*+)?|.",
            Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("\\w+");
    // Not < and >: a constraint compares with them.
    private static final Set<String> OPEN = Set.of("(", "{", "[");
    private static final Set<String> CLOSED = Set.of(")", "}", "]");
    private static final int SHOWN = 40;

    private final List<String> words = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>();
    private final String text;
    private int next;

    CqlText(String text) {
        this.text = text;
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            String word = matcher.group();
            if (!word.isBlank() && !word.startsWith("/*")) {
                words.add(word);
                starts.add(matcher.start());
            }
        }
    }

    boolean isAtEnd() {
        return next == words.size();
    }

    SchemaFile.UnknownException unknown(String expected) {
        String found =
                isAtEnd() ? "the end" : text.substring(start(next), Math.min(text.length(), start(next) + SHOWN));
        int at = isAtEnd() ? text.length() : start(next);
        long line = 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
        return new SchemaFile.UnknownException(
                "line " + line + ": \"" + found.lines().findFirst().orElse("") + "\" (expected: " + expected + ")");
    }

    private int start(int word) {
        return starts.get(word);
    }

    boolean is(String word) {
        return !isAtEnd() && words.get(next).equalsIgnoreCase(word);
    }

    /** Skips the words if they come next. */
    boolean skip(String... wanted) {
        if (next + wanted.length > words.size()) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (!words.get(next + i).equalsIgnoreCase(wanted[i])) {
                return false;
            }
        }
        next += wanted.length;
        return true;
    }

    void expect(String word) throws SchemaFile.UnknownException {
        if (!skip(word)) {
            throw unknown(word);
        }
    }

    private String take(String what) throws SchemaFile.UnknownException {
        if (isAtEnd()) {
            throw unknown(what);
        }
        return words.get(next++);
    }

    /** Without its quotes. */
    String name() throws SchemaFile.UnknownException {
        String word = take("a name");
        if (word.startsWith("\"") && word.length() > 2) {
            return word.substring(1, word.length() - 1).replace("\"\"", "\"");
        }
        if (!NAME.matcher(word).matches()) {
            next--;
            throw unknown("a name");
        }
        return word.toLowerCase(Locale.ROOT);
    }

    /** As it is written, for instance {@code frozen<map<text, int>>}. */
    String type() throws SchemaFile.UnknownException {
        int first = next;
        take("a type");
        int depth = 0;
        do {
            if (skip("<")) {
                depth++;
            } else if (depth > 0 && !skip(">")) {
                take("the end of a type");
            } else if (depth > 0) {
                depth--;
            }
        } while (depth > 0 || is("<"));
        return between(first, next);
    }

    /** Skips to one of the words that is in no brackets, and returns what was skipped, as it is written. */
    String skipTo(String... ends) throws SchemaFile.UnknownException {
        int first = next;
        int depth = 0;
        while (depth > 0 || !isOneOf(ends)) {
            String word = take(String.join(" or ", ends));
            depth += OPEN.contains(word) ? 1 : CLOSED.contains(word) ? -1 : 0;
        }
        return between(first, next);
    }

    private boolean isOneOf(String... ends) {
        for (String end : ends) {
            if (is(end)) {
                return true;
            }
        }
        return false;
    }

    private String between(int first, int end) {
        return first == end
                ? ""
                : text.substring(
                        start(first), start(end - 1) + words.get(end - 1).length());
    }

    /** The value of a table's option, as it is written. */
    String value() throws SchemaFile.UnknownException {
        if (is("{")) {
            int first = next;
            skip("{");
            skipTo("}");
            expect("}");
            return between(first, next);
        }
        return take("a value");
    }

    /** Without its quotes. */
    String string() throws SchemaFile.UnknownException {
        String word = take("a string");
        if (!word.startsWith("'") || word.length() < 2) {
            next--;
            throw unknown("a string");
        }
        return word.substring(1, word.length() - 1).replace("''", "'");
    }

    /** A map of strings. */
    Map<String, String> map() throws SchemaFile.UnknownException {
        Map<String, String> found = new TreeMap<>();
        expect("{");
        if (skip("}")) {
            return found;
        }
        do {
            String key = string();
            expect(":");
            found.put(key, string());
        } while (skip(","));
        expect("}");
        return found;
    }
}
