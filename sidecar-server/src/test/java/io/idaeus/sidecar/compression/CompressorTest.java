/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import io.idaeus.sidecar.wire.CompressedBlock;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressorTest {
    private static final int SIZE = CompressedBlock.MAX_PLAIN_BYTES;

    private final Compressor compressor = new Compressor();
    private final Decompressor decompressor = new Decompressor();

    @AfterEach
    void close() {
        compressor.close();
        decompressor.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 100_000, SIZE})
    void aBlockIsDecodedToWhatItWas(int size) throws MalformedFrameException {
        byte[] text = SnapshotFiles.text(size, 1);

        ByteBuf block = block(text, 1);

        CompressedBlock header = CompressedBlock.readFrom(block);
        assertThat(header.plainBytes()).isEqualTo(size);
        assertThat(header.encodedBytes()).isEqualTo(block.readableBytes());
        assertThat(header.isValid(size)).isTrue();
        ByteBuf decoded = Unpooled.directBuffer(size, size);
        decompressor.decode(block, decoded, size);
        assertThat(ByteBufUtil.getBytes(decoded)).isEqualTo(text);
        block.release();
        decoded.release();
    }

    @Test
    void theLevelIsTheOneAskedFor() {
        byte[] text = SnapshotFiles.text(SIZE, 1);
        int first = Zstd.compress(text, 1).length;
        int third = Zstd.compress(text, 3).length;
        assertThat(first).isNotEqualTo(third);

        ByteBuf block = block(text, 1);
        assertThat(block.readableBytes()).isEqualTo(CompressedBlock.HEADER_BYTES + first);
        block.release();
        block = block(text, 3);
        assertThat(block.readableBytes()).isEqualTo(CompressedBlock.HEADER_BYTES + third);
        block.release();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 9})
    void whatShrinksByLessThanATenthIsStored(int percent) {
        assertThat(block(withZeros(percent), 1)).isNull();
    }

    @Test
    void whatShrinksByMoreIsNot() {
        ByteBuf block = block(withZeros(12), 1);

        assertThat(block.readableBytes()).isLessThan(SIZE * 9 / 10);
        block.release();
    }

    // The rest is random.
    private static byte[] withZeros(int percent) {
        byte[] bytes = SnapshotFiles.bytes(SIZE, 2);
        Arrays.fill(bytes, 0, SIZE / 100 * percent, (byte) 0);
        return bytes;
    }

    private ByteBuf block(byte[] bytes, int level) {
        compressor.plain(bytes.length).put(bytes).flip();
        return compressor.block(level, UnpooledByteBufAllocator.DEFAULT);
    }
}
