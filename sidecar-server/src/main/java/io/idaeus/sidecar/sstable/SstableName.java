/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.util.Comparator;

/**
 * What all files of one SSTable have in common in their names, unique within a table of one node.
 *
 * @param version two letters, for instance {@code nb}; not necessarily a version that can be read
 * @param id digits, or 28 characters like {@code 3h5p_0hbx_22l6o276wh6pufp398}
 */
public record SstableName(String version, String id, SstableFormat format) implements Comparable<SstableName> {
    /** Ids of digits in the order of their numbers, before the others, which sort by the time they were given. */
    private static final Comparator<SstableName> ORDER = Comparator.comparingInt(
                    (SstableName name) -> name.id.indexOf('_') < 0 ? name.id.length() : Integer.MAX_VALUE)
            .thenComparing(SstableName::id)
            .thenComparing(SstableName::version)
            .thenComparing(SstableName::format);

    /** There are tens of thousands, of few versions. */
    public SstableName {
        version = version.intern();
    }

    /** Whether this is a version whose files can be read: a later one may lay them out differently. */
    public boolean isSupported() {
        return format.versions().contains(version);
    }

    /** The name of the file that holds the component. */
    public String fileName(String component) {
        return this + "-" + component;
    }

    @Override
    public int compareTo(SstableName other) {
        return ORDER.compare(this, other);
    }

    /** The common start of the file names, for instance {@code nb-7-big}. */
    @Override
    public String toString() {
        return version + "-" + id + "-" + format;
    }
}
