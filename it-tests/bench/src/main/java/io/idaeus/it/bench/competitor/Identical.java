/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compares what arrived with the source. */
public final class Identical {
    private Identical() {}

    /** @throws IOException names the first file that is missing or differs */
    public static void check(DataSet set, Competitor competitor, Path destination) throws IOException {
        List<Path> landed = competitor.landed(destination);
        List<Path> sources = landed.size() == set.files().size() ? set.files() : set.asFewFiles();
        for (int i = 0; i < landed.size(); i++) {
            long mismatch = Files.mismatch(sources.get(i), landed.get(i));
            if (mismatch >= 0) {
                throw new IOException("%s: %s differs from %s at byte %d"
                        .formatted(competitor.name(), landed.get(i), sources.get(i), mismatch));
            }
        }
    }
}
