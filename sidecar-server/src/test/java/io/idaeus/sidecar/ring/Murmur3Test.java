/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class Murmur3Test {
    @Test
    void everyTokenIsCassandras() throws IOException {
        List<String> lines = resource("/sstables/tokens.tsv").lines().toList();

        assertThat(lines).hasSize(306).allSatisfy(line -> {
            String[] keyAndToken = line.split("\t", -1);
            byte[] key = HexFormat.of().parseHex(keyAndToken[0]);
            assertThat(Murmur3.token(key)).isEqualTo(Long.parseLong(keyAndToken[1]));
            byte[] around = HexFormat.of().parseHex("ffff80" + keyAndToken[0] + "81");
            assertThat(Murmur3.token(around, 3, key.length)).isEqualTo(Long.parseLong(keyAndToken[1]));
        });
    }

    @Test
    void theEmptyKeyAloneHasTheSmallestToken() {
        assertThat(Murmur3.token(new byte[0])).isEqualTo(Long.MIN_VALUE);
    }

    /** The key's hash is the smallest long. */
    @Test
    void aHashAtTheStartOfTheRingMovesToItsEnd() {
        assertThat(Murmur3.token(HexFormat.of().parseHex("653cbefb85ec3111b4e38fa9bc7cbcae")))
                .isEqualTo(Long.MAX_VALUE);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Murmur3Test.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
