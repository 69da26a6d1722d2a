/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Small SSTables: nine components, most of them tiny. */
final class SmallSstables {
    private static final long SEED = 42;
    private static final int KIB = 1024;

    /** Minimum and maximum bytes of each component. */
    private static final Map<String, int[]> COMPONENTS = new TreeMap<>(Map.of(
            "Data.db", new int[] {64 * KIB, 256 * KIB},
            "Index.db", new int[] {2 * KIB, 8 * KIB},
            "Summary.db", new int[] {100, 300},
            "Filter.db", new int[] {200, 2 * KIB},
            "Statistics.db", new int[] {5 * KIB, 10 * KIB},
            "CompressionInfo.db", new int[] {100, 400},
            "CRC.db", new int[] {64, 256},
            "Digest.crc32", new int[] {9, 10},
            "TOC.txt", new int[] {92, 92}));

    private SmallSstables() {}

    static RandomFiles files(int sstables) {
        SplittableRandom random = new SplittableRandom(SEED);
        List<RandomFiles.Planned> files = new ArrayList<>();
        for (int i = 0; i < sstables; i++) {
            for (Map.Entry<String, int[]> component : COMPONENTS.entrySet()) {
                int[] bounds = component.getValue();
                files.add(new RandomFiles.Planned(
                        "%05d/nb-1-big-%s".formatted(i, component.getKey()), random.nextInt(bounds[0], bounds[1] + 1)));
            }
        }
        return new RandomFiles(files);
    }
}
