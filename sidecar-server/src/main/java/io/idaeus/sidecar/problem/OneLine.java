/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

/** Makes text from outside fit for a message: one line, short enough, and without characters that terminals obey. */
public final class OneLine {
    private static final int LONGEST = 4_000;

    private OneLine() {}

    public static String of(String text) {
        return of(text, LONGEST);
    }

    /** @param longest in characters; more are cut, and the text ends with an ellipsis */
    public static String of(String text, int longest) {
        String cut = text.length() <= longest ? text : text.substring(0, longest) + "…";
        return cut.codePoints()
                .map(OneLine::harmless)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    // Format characters turn the direction of what follows.
    private static int harmless(int point) {
        if (point == '\n' || point == '\r' || point == '\t') {
            return ' ';
        }
        int type = Character.getType(point);
        return type == Character.CONTROL
                        || type == Character.FORMAT
                        || type == Character.LINE_SEPARATOR
                        || type == Character.PARAGRAPH_SEPARATOR
                        || type == Character.SURROGATE
                ? '?'
                : point;
    }
}
