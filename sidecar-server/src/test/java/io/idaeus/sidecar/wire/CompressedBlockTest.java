/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressedBlockTest {

    @Test
    void aHeaderIsReadAsItWasWritten() {
        ByteBuf buffer = Unpooled.buffer();
        new CompressedBlock(1_000_000, 77).writeTo(buffer);

        assertThat(buffer.readableBytes()).isEqualTo(CompressedBlock.HEADER_BYTES);
        assertThat(CompressedBlock.readFrom(buffer)).isEqualTo(new CompressedBlock(1_000_000, 77));
    }

    @Test
    void equalLengthsMeanStored() {
        assertThat(CompressedBlock.stored(5).isStored()).isTrue();
        assertThat(CompressedBlock.stored(5).wireBytes()).isEqualTo(13);
        assertThat(new CompressedBlock(5, 4).isStored()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1048576, 1048576, 1048576", "1048576, 9, 2000000", "9, 9, 2000000"})
    void aBlockIsValid(int plain, int encoded, long left) {
        assertThat(new CompressedBlock(plain, encoded).isValid(left)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "1048577, 9, 2000000",
        "2147483647, 9, 4294967296",
        "10, 9, 9",
        "1, 1, 0",
        "9, 10, 9",
        "0, 0, 9",
        "-1, -1, 9",
        "9, 0, 9",
        "9, -9, 9"
    })
    void aBlockIsInvalid(int plain, int encoded, long left) {
        assertThat(new CompressedBlock(plain, encoded).isValid(left)).isFalse();
    }
}
