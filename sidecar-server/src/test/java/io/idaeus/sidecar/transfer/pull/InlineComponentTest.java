/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.pull;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.filemode.Modes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InlineComponentTest {
    private static final byte[] TOC = "Data.db\nTOC.txt\n".getBytes(UTF_8);
    private static final String CONTENT = Base64.getEncoder().encodeToString(TOC);

    @TempDir
    Path directory;

    @Test
    void itsBytesBecomeAFile() throws IOException {
        Path file = directory.resolve("nb-1-big-TOC.txt");

        assertThat(InlineComponent.write(file, component(TOC.length, crc()), CONTENT))
                .isEqualTo(new FetchResult.Fetched(TOC.length, 0));
        assertThat(file).hasBinaryContent(TOC);
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
        Modes.assertPrivateBelow(directory);
    }

    @Test
    void bytesThatAreNotThoseOfTheManifestAreNotWritten() throws IOException {
        Path file = directory.resolve("nb-1-big-TOC.txt");

        assertThat(InlineComponent.write(file, component(TOC.length, "00000000"), CONTENT))
                .isInstanceOfSatisfying(FetchResult.Mismatch.class, mismatch -> {
                    assertThat(mismatch.foundCrc32()).hasToString(crc());
                    assertThat(mismatch.expectedCrc32()).hasToString("00000000");
                    assertThat(mismatch.fault()).isEqualTo(FetchResult.Fault.MANIFEST);
                });
        assertThat(InlineComponent.write(file, component(5, crc()), CONTENT)).isInstanceOf(FetchResult.Mismatch.class);
        assertThat(file).doesNotExist();
    }

    private static ManifestComponent component(long bytes, String crc) {
        return new ManifestComponent("TOC.txt", bytes, crc, ChecksumOrigin.SIDECAR, CONTENT);
    }

    private static String crc() {
        CRC32 crc = new CRC32();
        crc.update(TOC);
        return "%08x".formatted(crc.getValue());
    }
}
