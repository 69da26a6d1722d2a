/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import java.util.Collection;

/** Names, or clauses, in a message: all of a few, and the number of the others. */
public final class Listed {
    private static final int NAMED = 10;

    private Listed() {}

    /** For instance {@code a, b and 3 more}. */
    public static String of(Collection<String> names) {
        return of(names, NAMED);
    }

    /** @param most names that are written out */
    public static String of(Collection<String> names, int most) {
        return firstOf(names.stream().limit(most).toList(), names.size());
    }

    /**
     * Where only the first are known.
     *
     * @param all how many there are, with the first
     */
    public static String firstOf(Collection<String> first, int all) {
        return String.join(", ", first) + others(" and ", all - first.size());
    }

    /**
     * For instance {@code disk full; no answer; and 3 more}.
     *
     * @param most clauses that are written out
     */
    public static String clauses(Collection<String> clauses, int most) {
        return String.join("; ", clauses.stream().limit(most).toList()) + others("; and ", clauses.size() - most);
    }

    private static String others(String and, int more) {
        return more > 0 ? and + more + " more" : "";
    }
}
