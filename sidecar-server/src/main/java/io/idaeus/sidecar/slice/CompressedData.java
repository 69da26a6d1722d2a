/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import io.idaeus.sidecar.slice.out.DataWriter;
import io.idaeus.sidecar.slice.out.SliceFiles;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import io.idaeus.sidecar.sstable.file.ChunkTable;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * A compressed Data.db: chunks, each with its CRC32 after it (Cassandra's {@code CompressedSequentialWriter}). A chunk
 * that does not get shorter than {@code maxCompressedLength} is stored as it is.
 */
public final class CompressedData implements SourceData {
    static final int CRC = Integer.BYTES;

    // The largest chunk. Cassandra's default is 16 KiB. Each SSTable that is cut has some four times as much in the
    // heap.
    private static final int MOST = 16 << 20;

    // Beyond twice its length: no compressor makes more of a chunk.
    private static final int OVERHEAD = 1024;

    /** Finds the compressor of a file. */
    public interface Codecs {
        /** @throws NotSliceableException for one that cannot be used */
        ChunkCodec of(ChunkCompression compression) throws NotSliceableException;
    }

    private final ChunkTable table;
    private final ChunkCompression compression;
    private final ChunkCodec codec;
    private final long fileSize;

    private CompressedData(ChunkTable table, ChunkCodec codec, long fileSize) {
        this.table = table;
        this.compression = table.compression();
        this.codec = codec;
        this.fileSize = fileSize;
    }

    /**
     * @param fileSize bytes of the source's Data.db
     * @throws NotSliceableException also where chunks are too long, or compressed with a dictionary
     */
    public static CompressedData open(Path compressionInfo, SstableVersion version, Codecs codecs, long fileSize)
            throws SstableException, SliceException {
        ChunkTable table = ChunkTable.open(compressionInfo, version);
        boolean handedOver = false;
        try {
            CompressedData data = new CompressedData(table, codecs.of(checked(table.compression())), fileSize);
            handedOver = true;
            return data;
        } finally {
            if (!handedOver) {
                table.close();
            }
        }
    }

    private static ChunkCompression checked(ChunkCompression compression) throws NotSliceableException {
        if (compression.hasDictionary()) {
            throw new NotSliceableException("CompressionInfo.db: it has a dictionary (expected: none, for a slice)");
        }
        if (compression.chunkLength() > MOST) {
            throw new NotSliceableException("CompressionInfo.db: chunks of " + compression.chunkLength()
                    + " bytes (expected: at most " + MOST + ", for a slice)");
        }
        return compression;
    }

    @Override
    public int chunkLength() {
        return compression.chunkLength();
    }

    @Override
    public long dataLength() {
        return compression.dataLength();
    }

    @Override
    public StoredChunk chunk(long index) throws SstableException, SliceException {
        long position = table.offset(index);
        long next = index + 1 < compression.chunks() ? table.offset(index + 1) : fileSize;
        long stored = next - position - CRC;
        long length = Math.min(chunkLength(), dataLength() - index * chunkLength());
        long most = 2L * chunkLength() + OVERHEAD;
        if (position < 0 || stored < 1 || stored > most || length < 1 || next > fileSize) {
            throw new SliceException("CompressionInfo.db: chunk " + index + " from " + position + " to " + next
                    + " (expected: at most " + most + " bytes, within the " + fileSize + " of Data.db)");
        }
        return new StoredChunk(index, position, (int) stored, (int) length, 0);
    }

    @Override
    public long end(StoredChunk chunk) {
        return chunk.position() + chunk.storedLength() + CRC;
    }

    @Override
    public Reader reader(StoredBytes bytes) {
        byte[] plain = new byte[chunkLength()];
        ByteBuffer[] stored = {ByteBuffer.allocate(chunkLength() + CRC)};
        return chunk -> {
            int length = chunk.storedLength() + CRC;
            if (stored[0].capacity() < length) {
                stored[0] = ByteBuffer.allocate(length);
            }
            byte[] raw = stored[0].array();
            bytes.read(chunk.position(), raw, length);
            require(chunk, raw, stored[0].getInt(chunk.storedLength()));
            decompress(chunk, raw, plain);
            return plain;
        };
    }

    private static void require(StoredChunk chunk, byte[] raw, int expected) throws SliceException {
        CRC32 crc = new CRC32();
        crc.update(raw, 0, chunk.storedLength());
        if ((int) crc.getValue() != expected) {
            throw damaged(
                    chunk,
                    "its CRC32 is %08x (expected: %08x, as Cassandra stored it)"
                            .formatted((int) crc.getValue(), expected));
        }
    }

    private void decompress(StoredChunk chunk, byte[] raw, byte[] plain) throws SliceException {
        if (chunk.storedLength() >= compression.maxCompressedLength()) {
            if (chunk.storedLength() < chunk.length()) {
                throw damaged(
                        chunk,
                        "it is stored as it is, in " + chunk.storedLength() + " bytes (expected: at least "
                                + chunk.length() + ")");
            }
            System.arraycopy(raw, 0, plain, 0, chunk.length());
            return;
        }
        int length;
        try {
            length = codec.decompress(raw, 0, chunk.storedLength(), plain, 0, plain.length);
        } catch (IOException e) {
            throw new SliceException(
                    where(chunk) + compression.compressor() + " cannot decompress it: " + e.getMessage(), e);
        }
        if (length != chunk.length()) {
            throw damaged(chunk, "it has " + length + " bytes (expected: " + chunk.length() + ")");
        }
    }

    private static SliceException damaged(StoredChunk chunk, String finding) {
        return new SliceException(where(chunk) + finding);
    }

    private static String where(StoredChunk chunk) {
        return "Data.db, the chunk at " + chunk.position() + ": ";
    }

    @Override
    public DataWriter writer(SliceFiles files, long dataLength) throws IOException, SstableException {
        return new CompressedWriter(files, table.head(), compression, codec, dataLength);
    }

    @Override
    public void close() throws SstableException {
        table.close();
    }
}
