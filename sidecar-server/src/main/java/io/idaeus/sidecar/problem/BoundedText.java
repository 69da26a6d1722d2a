/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import io.idaeus.api.ProblemType;
import io.idaeus.api.value.Bounds;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Kinds of texts in requests, as the OpenAPI document describes them. */
public enum BoundedText {
    NAME(Bounds.NAME, "1 to 222 letters, digits or underscores"),
    ID(Bounds.ID, "1 to 200 letters, digits, _ - . and no dot in front"),
    PLAN(Bounds.PLAN, "1 to 195 letters, digits, _ - . and no dot in front"),
    KEY(Bounds.KEY, "1 to 128 letters, digits, _ - or ."),
    IDEMPOTENCY_KEY(Bounds.IDEMPOTENCY_KEY, "1 to 255 printable ASCII characters"),
    DIGEST(Bounds.DIGEST, "1 to 200 printable characters"),
    TIME(Bounds.TIME, "a time, for instance 500ms, 30s, 5m, 6h or 2d"),
    MOMENT(Bounds.MOMENT, "a time in UTC, for instance 2026-01-02T03:04:05Z"),
    CURSOR(Bounds.CURSOR, "the previous page's next"),
    ETAGS(Bounds.ETAGS, "ETags as responses had them, in ASCII, at most 255 characters"),
    EVENT_ID(Bounds.EVENT_ID, "the id of an event of this sidecar: 16 hexadecimal digits, a hyphen and a number"),
    RACK(Bounds.RACK, "1 to 100 characters, none of them a control character, with no blank at either end"),
    TOKEN(Bounds.ONE_TOKEN, "a token, from -2^63 to 2^63 - 1"),
    TABLE_PATTERN(
            Bounds.TABLE_PATTERN,
            "keyspace.table, of letters, digits and underscores; * stands for any characters, ? for one"),
    ROW_CURSOR(Bounds.ROW_CURSOR, "the previous page's next"),
    BASE64(Bounds.BASE64, "Base64, with padding"),
    PATH(Bounds.PATH, "an absolute path without control characters"),
    OPTION(Bounds.OPTION, "-Dcassandra.name=value, without white space"),
    ADDRESS(
            Bounds.ADDRESS,
            "http://host:port or https://host:port; where the name of the host has other characters than letters, digits, dots"
                    + " and hyphens, its IP address");

    private static final int SHOWN = 60;

    private final Pattern pattern;
    private final String expected;

    BoundedText(String pattern, String expected) {
        this.pattern = Pattern.compile(pattern);
        this.expected = expected;
    }

    public boolean matches(String text) {
        return pattern.matcher(text).matches();
    }

    /** The expected form, for messages about texts that do not match. */
    public String expected() {
        return expected;
    }

    /**
     * Returns the text.
     *
     * @throws ProblemException INVALID_REQUEST naming the field
     */
    public String require(String field, String text) {
        if (!matches(text)) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, field + ": " + shown(text) + " (expected: " + expected + ")");
        }
        return text;
    }

    /** As {@link #require(String, String)}, for each. */
    public void requireAll(String field, @Nullable List<String> texts) {
        if (texts != null) {
            texts.forEach(text -> require(field, text));
        }
    }

    /** Quoted and cut, for messages. */
    public static String shown(String text) {
        String cut = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
        return '"' + cut.replaceAll("\\p{Cntrl}", "?") + '"';
    }
}
