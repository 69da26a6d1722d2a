/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.checksum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Crc32Test {
    /** The check value of the CRC catalogue's CRC-32/ISO-HDLC. */
    private static final Crc32 CHECK = Crc32.of("123456789".getBytes(StandardCharsets.US_ASCII));

    @Test
    void isZlibs() {
        assertThat(CHECK.unsigned()).isEqualTo(0xcbf4_3926L);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 0x00ab_cdefL, 0xcbf4_3926L, 0xffff_ffffL})
    void isTheSameAfterItsTextIsRead(long unsigned) {
        Crc32 crc32 = Crc32.ofUnsigned(unsigned);

        assertThat(Crc32.parse(crc32.toString())).isEqualTo(crc32);
        assertThat(crc32.unsigned()).isEqualTo(unsigned);
        assertThat(crc32.toString()).isEqualTo("%08x".formatted(unsigned));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "cbf4392", "cbf439261", "CBF43926", "cbf4392g", "+bf43926", " bf43926", "-0000001"})
    void refusesTextOfAnotherForm(String text) {
        assertThat(Crc32.isText(text)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Crc32.parse(text))
                .withMessageContaining("eight lower-case hex digits");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0x1_0000_0000L, Long.MAX_VALUE})
    void refusesNumbersOfMoreThan32Bits(long value) {
        assertThatIllegalArgumentException().isThrownBy(() -> Crc32.ofUnsigned(value));
    }
}
