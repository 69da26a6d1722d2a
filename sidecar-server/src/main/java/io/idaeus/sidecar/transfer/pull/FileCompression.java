/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.fetch.Compression;
import io.idaeus.sidecar.planning.PlannedSstable;
import io.idaeus.sidecar.transfer.job.ProgressCounter;
import io.idaeus.sidecar.transfer.source.SstableSource;

/**
 * How the files of one source are compressed on the network.
 *
 * @param dense files that hardly shrink: compressed by Cassandra already, or close to random
 * @param open all others
 */
record FileCompression(Compression dense, Compression open) {
    private static final String DATA = "Data.db";
    private static final String FILTER = "Filter.db";

    // Only SSTables that Cassandra has compressed have one.
    private static final String COMPRESSION_INFO = "CompressionInfo.db";

    static FileCompression of(SstableSource source, Compression.Mode mode, ProgressCounter progress) {
        if (mode == Compression.Mode.OFF || !source.compresses()) {
            return new FileCompression(Compression.off(), Compression.off());
        }
        Compression.Arrivals arrivals = (wire, plain) -> progress.compressed(plain, wire);
        return new FileCompression(new Compression(mode, arrivals), new Compression(mode, arrivals));
    }

    Compression of(PlannedSstable sstable, ManifestComponent component) {
        boolean isDense = component.name().equals(FILTER)
                || (component.name().equals(DATA)
                        && sstable.components().stream()
                                .anyMatch(each -> each.name().equals(COMPRESSION_INFO)));
        return isDense ? dense : open;
    }
}
