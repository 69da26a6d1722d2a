/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.byterange.ByteRanges;
import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import io.idaeus.sidecar.slice.out.DataWriter;
import io.idaeus.sidecar.slice.out.SliceFiles;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.Run;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The source's Data.db in chunks: those of its compression, or else the blocks that CRC.db has checksums of. */
public interface SourceData extends AutoCloseable {
    /** Uncompressed bytes of each chunk; the last one may be shorter. */
    int chunkLength();

    /** Uncompressed bytes of the file. */
    long dataLength();

    StoredChunk chunk(long index) throws SstableException, SliceException;

    /** Where a chunk ends in the file, with a checksum that is stored after it. */
    long end(StoredChunk chunk);

    Reader reader(StoredBytes bytes);

    /** Reads chunks and proves them. */
    interface Reader {
        /** @return the chunk's bytes from 0 on, until the next call */
        byte[] read(StoredChunk chunk) throws IOException, SliceException;
    }

    /** Writes a Data.db of the same kind. */
    DataWriter writer(SliceFiles files, long dataLength) throws IOException, SstableException;

    /** The stored bytes that have all of these partitions, and the keys after them. */
    default ByteRanges stored(List<Run> runs) throws SstableException, SliceException {
        List<ByteRange> ranges = new ArrayList<>();
        for (Run run : runs) {
            StoredChunk first = chunk(run.dataFrom() / chunkLength());
            StoredChunk last = chunk((Batch.checkedTo(run) - 1) / chunkLength());
            ranges.add(new ByteRange(first.position(), end(last)));
        }
        return ByteRanges.joined(ranges);
    }

    @Override
    void close() throws SstableException;
}
