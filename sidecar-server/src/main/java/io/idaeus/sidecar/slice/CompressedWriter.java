/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.slice.out.DataWriter;
import io.idaeus.sidecar.slice.out.OutFile;
import io.idaeus.sidecar.slice.out.SliceFiles;
import io.idaeus.sidecar.sstable.file.ByteWriter;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Compresses chunks anew: those of the source begin at other positions of the slice. */
final class CompressedWriter extends DataWriter {
    private final int chunkLength;
    private final int maxCompressedLength;
    private final ChunkCodec codec;
    private final long dataLength;
    private final OutFile info;
    private long chunks;

    CompressedWriter(SliceFiles files, byte[] head, ChunkCompression compression, ChunkCodec codec, long dataLength)
            throws IOException {
        super(files);
        this.chunkLength = compression.chunkLength();
        this.maxCompressedLength = compression.maxCompressedLength();
        this.codec = codec;
        this.dataLength = dataLength;
        info = files.create("CompressionInfo.db");
        info.write(head);
        info.write(new ByteWriter(12)
                .i64(dataLength)
                .i32(Math.toIntExact((dataLength - 1) / chunkLength + 1))
                .toBytes());
    }

    @Override
    public Encoded encode(byte[] plain, int length) throws IOException {
        int count = (length - 1) / chunkLength + 1;
        int room = Math.max(codec.maxCompressedLength(chunkLength), chunkLength) + CompressedData.CRC;
        ByteBuffer out = ByteBuffer.allocate(count * room);
        int[] offsets = new int[count];
        int at = 0;
        for (int i = 0; i < count; i++) {
            int from = i * chunkLength;
            int stored = store(plain, from, Math.min(chunkLength, length - from), out.array(), at);
            offsets[i] = at;
            CRC32 crc = new CRC32();
            crc.update(out.array(), at, stored);
            out.putInt(at + stored, (int) crc.getValue());
            at += stored + CompressedData.CRC;
        }
        return new Encoded(out.array(), at, offsets);
    }

    private int store(byte[] plain, int from, int length, byte[] out, int at) throws IOException {
        int compressed = codec.compress(plain, from, length, out, at);
        if (compressed < maxCompressedLength) {
            return compressed;
        }
        System.arraycopy(plain, from, out, at, length);
        if (length < maxCompressedLength) {
            Arrays.fill(out, at + length, at + maxCompressedLength, (byte) 0);
        }
        return Math.max(length, maxCompressedLength);
    }

    @Override
    public void append(Encoded encoded) throws IOException {
        ByteWriter offsets = new ByteWriter(Long.BYTES * encoded.chunks.length);
        for (int offset : encoded.chunks) {
            offsets.i64(data.position() + offset);
        }
        info.write(offsets.buffer(), 0, offsets.length());
        data.write(encoded.bytes, 0, encoded.length);
        chunks += encoded.chunks.length;
    }

    @Override
    public void finish() throws IOException {
        super.finish();
        info.finish();
    }

    @Override
    public double ratio() {
        return (double) (data.position() - CompressedData.CRC * chunks) / dataLength;
    }
}
