/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A version of a format: which files can be read, what they hold, and which Cassandra reads them (the {@code Version}
 * classes of Cassandra's {@code BigFormat} and {@code BtiFormat}). A new version of Cassandra's is added here.
 *
 * @param letters two, for instance {@code nb}; not necessarily of a readable version
 */
public record SstableVersion(SstableFormat format, String letters) {
    private static final Map<SstableVersion, SstableVersion> SHARED = new ConcurrentHashMap<>();

    private static final SstableVersion NA = of(SstableFormat.BIG, "na");
    private static final SstableVersion NB = of(SstableFormat.BIG, "nb");
    private static final SstableVersion OA = of(SstableFormat.BIG, "oa");
    private static final SstableVersion PA = of(SstableFormat.BIG, "pa");
    private static final SstableVersion DA = of(SstableFormat.BTI, "da");
    private static final SstableVersion EA = of(SstableFormat.BTI, "ea");

    private static final List<SstableVersion> READABLE = List.of(NA, NB, OA, PA, DA, EA);

    /** One instance of each version: there are tens of thousands of SSTables, of few versions. */
    public static SstableVersion of(SstableFormat format, String letters) {
        SstableVersion version = new SstableVersion(format, letters);
        SstableVersion known = SHARED.putIfAbsent(version, version);
        return known == null ? version : known;
    }

    /** The versions of a format that can be read here, oldest first. */
    static List<SstableVersion> readable(SstableFormat format) {
        return READABLE.stream().filter(version -> version.format == format).toList();
    }

    /**
     * The versions that a Cassandra reads.
     *
     * @param major of Cassandra's release, at least 4
     * @param cassandra4Compatible whether {@code storage_compatibility_mode} is {@code CASSANDRA_4}
     */
    public static List<SstableVersion> readableBy(int major, boolean cassandra4Compatible) {
        return READABLE.stream()
                .filter(version -> version.firstMajor() <= major)
                // Observed: 5.0 in this mode, its default, skips oa files without a word.
                .filter(version -> !(major == 5 && cassandra4Compatible && version.equals(OA)))
                .toList();
    }

    /** The first major release of Cassandra that reads it. */
    private int firstMajor() {
        return switch (letters) {
            case "na", "nb" -> 4;
            case "oa", "da" -> 5;
            default -> 6;
        };
    }

    /** Whether its files can be read here; a later version may lay them out differently. */
    public boolean isReadable() {
        return READABLE.contains(this);
    }

    /** Whether Statistics.db names the node that wrote it. */
    boolean hasOriginatingHostId() {
        return isAtLeast(NB, DA);
    }

    /** Whether Statistics.db holds the first and the last key (Cassandra's {@code hasKeyRange}). */
    boolean hasFirstAndLastKey() {
        return isAtLeast(OA, DA);
    }

    /** Whether clustering bounds are stored with their types (Cassandra's {@code hasImprovedMinMax}). */
    boolean hasTypedClusteringBounds() {
        return isAtLeast(OA, DA);
    }

    /** Whether deletion times are unsigned (Cassandra's {@code hasUIntDeletionTime}). */
    boolean hasUnsignedDeletionTimes() {
        return isAtLeast(OA, DA);
    }

    /** Whether Statistics.db says if there are partition deletions, and how much of the ring is covered. */
    boolean hasPartitionDeletionsAndCoverage() {
        return isAtLeast(OA, DA);
    }

    /** Whether CompressionInfo.db may carry a dictionary. */
    boolean mayHaveCompressionDictionary() {
        return isAtLeast(PA, EA);
    }

    private boolean isAtLeast(SstableVersion big, SstableVersion bti) {
        return letters.compareTo((format == SstableFormat.BIG ? big : bti).letters) >= 0;
    }

    /** The letters. */
    @Override
    public String toString() {
        return letters;
    }
}
