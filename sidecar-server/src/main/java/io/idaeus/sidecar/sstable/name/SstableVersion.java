/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A version of an SSTable format (the {@code Version} classes in Cassandra's {@code BigFormat} and {@code
 * BtiFormat}).
 *
 * @param letters two, for instance {@code nb}; also of versions that this sidecar cannot read
 */
public record SstableVersion(SstableFormat format, String letters) {
    private static final Map<SstableVersion, SstableVersion> SHARED = new ConcurrentHashMap<>();

    private static final SstableVersion NA = of(SstableFormat.BIG, "na");
    private static final SstableVersion NB = of(SstableFormat.BIG, "nb");
    private static final SstableVersion OA = of(SstableFormat.BIG, "oa");
    private static final SstableVersion PA = of(SstableFormat.BIG, "pa");
    private static final SstableVersion DA = of(SstableFormat.BTI, "da");
    private static final SstableVersion EA = of(SstableFormat.BTI, "ea");

    // To add a version, extend this and firstMajor, and check each feature below.
    private static final List<SstableVersion> READABLE = List.of(NA, NB, OA, PA, DA, EA);

    // Shared, to save memory.
    public static SstableVersion of(SstableFormat format, String letters) {
        SstableVersion version = new SstableVersion(format, letters);
        SstableVersion known = SHARED.putIfAbsent(version, version);
        return known == null ? version : known;
    }

    // The versions that this sidecar reads, oldest first.
    public static List<SstableVersion> readable(SstableFormat format) {
        return READABLE.stream().filter(version -> version.format == format).toList();
    }

    /**
     * The versions that both this sidecar and a Cassandra read.
     *
     * @param major of Cassandra's release, at least 4
     * @param cassandra4Compatible {@code storage_compatibility_mode} is {@code CASSANDRA_4}
     */
    public static List<SstableVersion> readableBy(int major, boolean cassandra4Compatible) {
        return READABLE.stream()
                .filter(version -> version.firstMajor() <= major)
                // Observed: Cassandra 5.0 in this mode, its default, silently skips oa files.
                .filter(version -> !(major == 5 && cassandra4Compatible && version.equals(OA)))
                .toList();
    }

    // Of READABLE versions only.
    private int firstMajor() {
        return switch (letters) {
            case "na", "nb" -> 4;
            case "oa", "da" -> 5;
            default -> 6;
        };
    }

    /** Whether this sidecar reads its files. */
    public boolean isReadable() {
        return READABLE.contains(this);
    }

    public boolean hasOriginatingHostId() {
        return isAtLeast(NB, DA);
    }

    /** Cassandra's {@code hasKeyRange}. */
    public boolean hasFirstAndLastKey() {
        return isAtLeast(OA, DA);
    }

    /** Cassandra's {@code hasImprovedMinMax}. */
    public boolean hasTypedClusteringBounds() {
        return isAtLeast(OA, DA);
    }

    /** Cassandra's {@code hasUIntDeletionTime}. */
    public boolean hasUnsignedDeletionTimes() {
        return isAtLeast(OA, DA);
    }

    public boolean hasPartitionDeletionsAndCoverage() {
        return isAtLeast(OA, DA);
    }

    public boolean mayHaveCompressionDictionary() {
        return isAtLeast(PA, EA);
    }

    private boolean isAtLeast(SstableVersion big, SstableVersion bti) {
        return letters.compareTo((format == SstableFormat.BIG ? big : bti).letters) >= 0;
    }

    @Override
    public String toString() {
        return letters;
    }
}
