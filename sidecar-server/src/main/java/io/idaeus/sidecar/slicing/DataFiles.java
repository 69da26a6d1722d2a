/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import io.idaeus.sidecar.slice.CompressedData;
import io.idaeus.sidecar.slice.PlainData;
import io.idaeus.sidecar.slice.SliceException;
import io.idaeus.sidecar.slice.SourceData;
import io.idaeus.sidecar.slice.codec.ChunkCodecs;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.nio.file.Files;
import java.nio.file.Path;

/** The chunks of Data.db, from the component that describes them. */
final class DataFiles {
    private DataFiles() {}

    /**
     * @param directory has CompressionInfo.db, or else CRC.db
     * @param dataBytes of the source's Data.db
     */
    static SourceData open(Path directory, Descriptor descriptor, long dataBytes)
            throws SstableException, SliceException {
        Path info = directory.resolve(descriptor.fileName("CompressionInfo.db"));
        if (!Files.exists(info)) {
            return PlainData.open(directory.resolve(descriptor.fileName("CRC.db")), dataBytes);
        }
        return CompressedData.open(info, descriptor.version(), ChunkCodecs::loaded, dataBytes);
    }
}
