/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import java.util.ArrayList;
import java.util.List;

/**
 * A type in an SSTable's serialization header, for instance {@code
 * org.apache.cassandra.db.marshal.MapType(UTF8Type,Int32Type)}: as much of {@code TypeParser}'s grammar as comparing
 * needs.
 */
record MarshalType(String name, List<MarshalType> parameters) {
    private static final String PACKAGE = "org.apache.cassandra.db.marshal.";
    private static final int MAX_DEPTH = 64;

    static MarshalType parse(String text) {
        int[] at = {0};
        return parse(text.replace(" ", ""), at, 0);
    }

    private static MarshalType parse(String text, int[] at, int depth) {
        int start = at[0];
        while (at[0] < text.length() && "(),".indexOf(text.charAt(at[0])) < 0) {
            at[0]++;
        }
        String name = text.substring(start, at[0]).replace(PACKAGE, "");
        List<MarshalType> parameters = new ArrayList<>();
        if (at[0] < text.length() && text.charAt(at[0]) == '(' && depth < MAX_DEPTH) {
            do {
                at[0]++;
                parameters.add(parse(text, at, depth + 1));
            } while (at[0] < text.length() && text.charAt(at[0]) == ',');
            at[0]++;
        }
        return new MarshalType(name, List.copyOf(parameters));
    }

    /** Whether the other reads this type's values: the same type, or a user type with more fields at its end. */
    boolean readableAs(MarshalType here) {
        boolean mayGrow = name.equals("UserType");
        int count = parameters.size();
        if (!name.equals(here.name) || (mayGrow ? count > here.parameters.size() : count != here.parameters.size())) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (!parameters.get(i).readableAs(here.parameters.get(i))) {
                return false;
            }
        }
        return true;
    }
}
