/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.sstable.SstableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Writes slices. The bytes of partitions stay as they are; what tells where they are, and how many there are, is written
 * anew.
 */
public final class Slicer {
    private Slicer() {}

    /**
     * Writes all components into a directory, durably but for the directory itself. What is there of an earlier try is
     * replaced.
     *
     * @param workers run what takes time, for a few MiB at once
     * @param parallel how many of them work at the same time
     * @return the names of the components
     * @throws SliceException where the source's bytes are not what its files say
     * @throws SstableException where a component of the source cannot be read
     */
    public static List<String> write(SliceSource source, Path directory, Executor workers, int parallel)
            throws IOException, SliceException, SstableException, InterruptedException {
        String prefix = source.descriptor().fileName("");
        SliceStatistics statistics = new SliceStatistics(source.statistics());
        List<String> components = new ArrayList<>(List.of("Statistics.db", "TOC.txt"));
        try (FilterWriter filter = filter(source, statistics, directory.resolve(prefix + "Filter.db"));
                DataWriter data =
                        source.data().writer(directory, prefix, source.runs().dataLength())) {
            SliceKeys keys = new SliceKeys(filter);
            try (SliceIndex index = index(source, directory, prefix, keys, statistics);
                    Pipeline pipeline = new Pipeline(source, data, index, workers, parallel)) {
                index.copy(pipeline);
                pipeline.finish();
                keys.require(index.file(), source.runs());
                index.finish();
                components.addAll(index.components());
            }
            data.finish();
            components.addAll(data.components());
            if (filter != null) {
                filter.finish();
                components.add("Filter.db");
            }
            write(directory.resolve(prefix + "Statistics.db"), statistics.toBytes(keys, data.ratio()));
        }
        byte[] names = (String.join("\n", components) + "\n").getBytes(StandardCharsets.US_ASCII);
        write(directory.resolve(prefix + "TOC.txt"), names);
        return components;
    }

    private static @Nullable FilterWriter filter(SliceSource source, SliceStatistics statistics, Path file)
            throws IOException {
        return source.filter() == null
                ? null
                : new FilterWriter(
                        file,
                        source.filter(),
                        statistics.sourceKeys(),
                        source.runs().partitions());
    }

    private static SliceIndex index(
            SliceSource source, Path directory, String prefix, SliceKeys keys, SliceStatistics statistics)
            throws IOException, SstableException {
        return source.runs().trie() == null
                ? new BigIndex(source, directory, prefix, keys, statistics)
                : new BtiIndex(source, directory, prefix, keys, statistics);
    }

    private static void write(Path path, byte[] bytes) throws IOException {
        try (OutFile file = OutFile.create(path)) {
            file.write(bytes);
            file.force();
        }
    }
}
