/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.it.harness.cassandra.SstableDamage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SstableDamageTest {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void tenKilobytesOfOnes() throws Exception {
        byte[] ones = new byte[10_000];
        Arrays.fill(ones, (byte) 1);
        file = Files.write(directory.resolve("nb-1-big-Filter.db"), ones);
    }

    @Test
    void aPageInTheMiddleIsZeroed() throws Exception {
        SstableDamage.zeroPage(file);
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes).hasSize(10_000);
        assertThat(bytes[2_951]).isEqualTo((byte) 1);
        assertThat(Arrays.copyOfRange(bytes, 2_952, 7_048)).containsOnly(0);
        assertThat(bytes[7_048]).isEqualTo((byte) 1);
    }

    @Test
    void oneByteIsFlippedFromEitherEnd() throws Exception {
        SstableDamage.flipByte(file, 0);
        SstableDamage.flipByte(file, -1);
        byte[] bytes = Files.readAllBytes(file);
        assertThat(bytes[0]).isEqualTo((byte) 0xfe);
        assertThat(bytes[1]).isEqualTo((byte) 1);
        assertThat(bytes[9_999]).isEqualTo((byte) 0xfe);
        assertThatThrownBy(() -> SstableDamage.flipByte(file, 10_000)).hasMessageContaining("outside");
    }

    @Test
    void theEndIsCutOff() {
        SstableDamage.cut(file, 1);
        assertThat(file).hasSize(9_999);
    }

    @Test
    void aHardLinkShowsTheDamageUntilDetached() throws Exception {
        Path link = Files.createLink(directory.resolve("link"), file);
        SstableDamage.flipByte(file, 5);
        assertThat(Files.readAllBytes(link)[5]).isEqualTo((byte) 0xfe);
        SstableDamage.detach(file);
        SstableDamage.flipByte(file, 6);
        assertThat(Files.readAllBytes(link)[6]).isEqualTo((byte) 1);
    }
}
