/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.slice.out.DataWriter;
import io.idaeus.sidecar.slice.out.PlainWriter;
import io.idaeus.sidecar.slice.out.SliceFiles;
import io.idaeus.sidecar.sstable.file.BlockChecksums;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.CRC32;

/** A Data.db that is not compressed, in the blocks that CRC.db has checksums of. */
public final class PlainData implements SourceData {
    private final BlockChecksums checksums;
    private final long fileSize;

    private PlainData(BlockChecksums checksums, long fileSize) {
        this.checksums = checksums;
        this.fileSize = fileSize;
    }

    /** @param fileSize bytes of the source's Data.db */
    public static PlainData open(Path crc, long fileSize) throws SstableException, SliceException {
        BlockChecksums checksums = BlockChecksums.open(crc);
        long needed = (fileSize - 1) / checksums.blockLength() + 1;
        if (checksums.blocks() < needed) {
            checksums.close();
            throw new SliceException("CRC.db has " + checksums.blocks() + " checksums of blocks of "
                    + checksums.blockLength() + " bytes (expected: " + needed + " for a Data.db of " + fileSize
                    + " bytes)");
        }
        return new PlainData(checksums, fileSize);
    }

    @Override
    public int chunkLength() {
        return checksums.blockLength();
    }

    @Override
    public long dataLength() {
        return fileSize;
    }

    @Override
    public StoredChunk chunk(long index) throws SstableException {
        long position = index * chunkLength();
        int length = (int) Math.min(chunkLength(), fileSize - position);
        return new StoredChunk(index, position, length, length, checksums.crc(index));
    }

    @Override
    public long end(StoredChunk chunk) {
        return chunk.position() + chunk.length();
    }

    @Override
    public Reader reader(StoredBytes bytes) {
        byte[] block = new byte[chunkLength()];
        return chunk -> {
            bytes.read(chunk.position(), block, chunk.length());
            CRC32 crc = new CRC32();
            crc.update(block, 0, chunk.length());
            if ((int) crc.getValue() != chunk.crc()) {
                throw new SliceException(
                        "Data.db, the block at %d: its CRC32 is %08x (expected: %08x, as CRC.db has it)"
                                .formatted(chunk.position(), (int) crc.getValue(), chunk.crc()));
            }
            return block;
        };
    }

    @Override
    public DataWriter writer(SliceFiles files, long dataLength) throws IOException {
        return new PlainWriter(files, chunkLength());
    }

    @Override
    public void close() throws SstableException {
        checksums.close();
    }
}
