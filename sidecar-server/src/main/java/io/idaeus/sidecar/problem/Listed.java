/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import java.util.Collection;

/** Names in a message: all of a few, and the number of the others. */
public final class Listed {
    private static final int NAMED = 10;

    private Listed() {}

    /** For instance {@code a, b and 3 more}. */
    public static String of(Collection<String> names) {
        return of(names, NAMED);
    }

    /** @param most names that are written out */
    public static String of(Collection<String> names, int most) {
        int more = names.size() - most;
        String named = String.join(", ", names.stream().limit(most).toList());
        return more > 0 ? named + " and " + more + " more" : named;
    }
}
