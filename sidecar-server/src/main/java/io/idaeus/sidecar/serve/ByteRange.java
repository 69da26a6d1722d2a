/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a Range header asks of a file (RFC 9110, 14): one range is honoured, several or a malformed one are ignored. */
sealed interface ByteRange {
    Pattern SINGLE = Pattern.compile("bytes=\\s*(\\d*)-(\\d*)\\s*", Pattern.CASE_INSENSITIVE);

    /** All of it, answered 200. */
    record Whole() implements ByteRange {}

    /** Bytes {@code first} to {@code last}, both included, answered 206. */
    record Part(long first, long last) implements ByteRange {
        long length() {
            return last - first + 1;
        }
    }

    /** None of it, answered 416. */
    record Unsatisfiable() implements ByteRange {}

    /** The part of a file of this size. */
    static ByteRange of(@Nullable String header, long size) {
        Matcher matcher = SINGLE.matcher(header == null ? "" : header);
        if (!matcher.matches()
                || (matcher.group(1).isEmpty() && matcher.group(2).isEmpty())) {
            return new Whole();
        }
        if (matcher.group(1).isEmpty()) {
            return suffix(number(matcher.group(2)), size);
        }
        long first = number(matcher.group(1));
        long last = matcher.group(2).isEmpty() ? Long.MAX_VALUE : number(matcher.group(2));
        if (last < first) {
            return new Whole();
        }
        return first >= size ? new Unsatisfiable() : new Part(first, Math.min(last, size - 1));
    }

    private static ByteRange suffix(long length, long size) {
        if (length == 0) {
            return new Unsatisfiable();
        }
        // The last n bytes of nothing are all of it; a Content-Range could not say so.
        return size == 0 ? new Whole() : new Part(Math.max(0, size - length), size - 1);
    }

    /** Past 18 digits every number is past the end of every file. */
    private static long number(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant);
    }
}
