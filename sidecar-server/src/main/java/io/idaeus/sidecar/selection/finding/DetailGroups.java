/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.finding;

import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** SSTables that a check found the same about, by its detail. 11 groups at most. */
public final class DetailGroups {
    private static final int NAMES = 3;
    private static final int DETAILS = 10;
    private static final String OTHER_DETAILS = "other details";

    private final Map<String, Group> groups = new LinkedHashMap<>();

    /** SSTables with one detail. */
    public static final class Group {
        private final List<String> names = new ArrayList<>(1);
        private int count;

        private void add(String name) {
            if (count < NAMES) {
                names.add(OneLine.of(name));
            }
            count++;
        }

        public int count() {
            return count;
        }

        /** The first three. */
        public List<String> names() {
            return List.copyOf(names);
        }
    }

    /** Returns the group that the SSTable is added to. */
    public Group add(String name, String detail) {
        // Without the name, the details of many SSTables are equal.
        String common = OneLine.of(detail.replace(name + "-", ""));
        boolean known = groups.containsKey(common) || groups.size() < DETAILS;
        Group group = groups.computeIfAbsent(known ? common : OTHER_DETAILS, words -> new Group());
        group.add(name);
        return group;
    }

    /** By detail, in the order found. */
    public Map<String, Group> all() {
        return groups;
    }

    /** A detail, with the SSTables that it is about. */
    public static String worded(String detail, int count, List<String> names) {
        return detail + " (" + count + " SSTables: " + Listed.firstOf(names, count) + ")";
    }
}
