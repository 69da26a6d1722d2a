/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.sstable.RealSstables;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class DigestTest {
    static final java.util.List<String> VERSIONS = RealSstables.VERSIONS;

    @TempDir
    Path root;

    @ParameterizedTest
    @FieldSource("VERSIONS")
    void isTheCrc32OfDataAsStored(String version) throws Exception {
        for (var answer : RealSstables.answers(version)) {
            Path directory = RealSstables.directory(version);
            byte[] data = Files.readAllBytes(directory.resolve(answer.get("name") + "-Data.db"));

            assertThat(Digest.read(directory.resolve(answer.get("name") + "-Digest.crc32")))
                    .isEqualTo(Crc32.of(data));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "-1", "4294967296", "0x12", "12 34", "99999999999999999999", "٣"})
    void refusesWhatIsNoCrc32(String text) throws IOException {
        Path file = Files.writeString(root.resolve("nb-1-big-Digest.crc32"), text);

        assertThatExceptionOfType(SstableException.class)
                .isThrownBy(() -> Digest.read(file))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Code.CORRUPT_COMPONENT))
                .withMessageContaining("Digest.crc32");
    }

    @Test
    void refusesWhatIsTooLongAndWhatIsNotThere() throws IOException {
        Path file = Files.writeString(root.resolve("nb-1-big-Digest.crc32"), "1".repeat(100));

        assertThatExceptionOfType(SstableException.class).isThrownBy(() -> Digest.read(file));
        assertThatExceptionOfType(SstableException.class)
                .isThrownBy(() -> Digest.read(root.resolve("absent")))
                .satisfies(e -> assertThat(e.code()).isEqualTo(Code.MISSING_COMPONENT));
    }
}
