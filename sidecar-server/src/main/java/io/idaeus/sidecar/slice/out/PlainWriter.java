/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.out;

import io.idaeus.sidecar.sstable.file.ByteWriter;
import java.io.IOException;
import java.util.zip.CRC32;

/** Writes an uncompressed Data.db, and CRC.db: the block length as an int, then each block's CRC32. */
public final class PlainWriter extends DataWriter {
    private final int blockLength;
    private final OutFile checksums;

    public PlainWriter(SliceFiles files, int blockLength) throws IOException {
        super(files);
        this.blockLength = blockLength;
        checksums = files.create("CRC.db");
        checksums.write(new ByteWriter(Integer.BYTES).i32(blockLength).toBytes());
    }

    @Override
    public Encoded encode(byte[] plain, int length) {
        int[] crcs = new int[(length - 1) / blockLength + 1];
        for (int i = 0; i < crcs.length; i++) {
            CRC32 crc = new CRC32();
            crc.update(plain, i * blockLength, Math.min(blockLength, length - i * blockLength));
            crcs[i] = (int) crc.getValue();
        }
        return new Encoded(plain, length, crcs);
    }

    @Override
    public void append(Encoded encoded) throws IOException {
        ByteWriter crcs = new ByteWriter(Integer.BYTES * encoded.chunks.length);
        // Here, the value of a chunk is the CRC32 of a block.
        for (int crc : encoded.chunks) {
            crcs.i32(crc);
        }
        checksums.write(crcs.buffer(), 0, crcs.length());
        data.write(encoded.bytes, 0, encoded.length);
    }

    @Override
    public void finish() throws IOException {
        super.finish();
        checksums.finish();
    }

    @Override
    public double ratio() {
        // Cassandra's MetadataCollector.NO_COMPRESSION_RATIO.
        return -1;
    }
}
