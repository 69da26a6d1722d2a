/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.slice.out.DataWriter;
import io.idaeus.sidecar.slice.out.FilterWriter;
import io.idaeus.sidecar.slice.out.OutFile;
import io.idaeus.sidecar.slice.out.SliceComponent;
import io.idaeus.sidecar.slice.out.SliceFiles;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
     * Writes all components into a directory. What is there of an earlier try is replaced.
     *
     * @param durable whether each file is forced to disk; the directory is not
     * @param workers run what takes time, for a few MiB at once
     * @param parallel how many of them work at the same time
     * @return the components
     * @throws SliceException where the source's bytes are not what its files say
     * @throws SstableException where a component of the source cannot be read
     */
    public static List<SliceComponent> write(
            SliceSource source, Path directory, boolean durable, Executor workers, int parallel)
            throws IOException, SliceException, SstableException, InterruptedException {
        SliceStatistics statistics = new SliceStatistics(source.statistics());
        try (SliceFiles files = new SliceFiles(directory, source.descriptor(), durable);
                FilterWriter filter = filter(source, statistics, files)) {
            DataWriter data = source.data().writer(files, source.runs().dataLength());
            SliceKeys keys = new SliceKeys(source.wanted(), filter);
            try (SliceIndex index = index(source, files, keys, statistics);
                    Pipeline pipeline = new Pipeline(source, data, index, workers, parallel)) {
                index.copy(pipeline);
                pipeline.finish();
                keys.require(index.file(), source.runs());
                index.finish();
            }
            data.finish();
            if (filter != null) {
                filter.finish();
            }
            write(files, "Statistics.db", statistics.toBytes(keys, data.ratio()));
            writeContents(files);
            return files.finished();
        }
    }

    private static @Nullable FilterWriter filter(SliceSource source, SliceStatistics statistics, SliceFiles files)
            throws IOException {
        return source.filter() == null
                ? null
                : new FilterWriter(
                        files,
                        source.filter(),
                        statistics.sourceKeys(),
                        source.runs().partitions());
    }

    private static SliceIndex index(SliceSource source, SliceFiles files, SliceKeys keys, SliceStatistics statistics)
            throws IOException, SstableException {
        return source.runs().trie() == null
                ? new BigIndex(source, files, keys, statistics)
                : new BtiIndex(source, files, keys, statistics);
    }

    private static void writeContents(SliceFiles files) throws IOException {
        StringBuilder names = new StringBuilder();
        files.finished().forEach(component -> names.append(component.name()).append('\n'));
        write(files, "TOC.txt", names.append("TOC.txt\n").toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static void write(SliceFiles files, String component, byte[] bytes) throws IOException {
        OutFile file = files.create(component);
        file.write(bytes);
        file.finish();
    }
}
