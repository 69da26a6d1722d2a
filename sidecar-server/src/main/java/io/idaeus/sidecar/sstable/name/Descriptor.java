/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import java.util.Comparator;

/**
 * The common part of an SSTable's file names; unique within a node's table.
 *
 * @param id digits, or 28 characters like {@code 3h5p_0hbx_22l6o276wh6pufp398}
 */
public record Descriptor(SstableVersion version, String id) implements Comparable<Descriptor> {
    // Ids of digits first, by number; the others sort by the time they were given.
    private static final Comparator<Descriptor> ORDER = Comparator.comparingInt((Descriptor descriptor) ->
                    descriptor.id.indexOf('_') < 0 ? descriptor.id.length() : Integer.MAX_VALUE)
            .thenComparing(Descriptor::id)
            .thenComparing(descriptor -> descriptor.version.letters())
            .thenComparing(Descriptor::format);

    public SstableFormat format() {
        return version.format();
    }

    public String fileName(String component) {
        return this + "-" + component;
    }

    @Override
    public int compareTo(Descriptor other) {
        return ORDER.compare(this, other);
    }

    /** {@code <version>-<id>-<format>}, for instance {@code nb-7-big}. */
    @Override
    public String toString() {
        return version + "-" + id + "-" + format();
    }
}
