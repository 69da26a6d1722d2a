/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve.request;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A Range header (RFC 9110, 14). Several ranges, or a malformed one, count as none. */
public sealed interface ByteRange {
    Pattern SINGLE = Pattern.compile("bytes=\\s*(\\d*)-(\\d*)\\s*", Pattern.CASE_INSENSITIVE);

    record Whole() implements ByteRange {}

    /** Both inclusive. */
    record Part(long first, long last) implements ByteRange {
        public long length() {
            return last - first + 1;
        }
    }

    /** Past the end of the file. */
    record Unsatisfiable() implements ByteRange {}

    /** @param size of the file */
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
        // The last n bytes of an empty file are the whole file; no Content-Range can express that.
        return size == 0 ? new Whole() : new Part(Math.max(0, size - length), size - 1);
    }

    // A number of more than 18 digits is past the end of any file.
    private static long number(String digits) {
        String significant = digits.replaceFirst("^0+(?=.)", "");
        return significant.length() > 18 ? Long.MAX_VALUE : Long.parseLong(significant);
    }
}
