/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.serve.file.SnapshotFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** curl fetches what a sidecar can fetch. */
@Timeout(120)
class CurlTest {
    @TempDir
    Path directory;

    private final byte[] data = SnapshotFiles.bytes(5_000_001, 3);

    @Test
    void curlFetchesAFile() throws Exception {
        Path copy = directory.resolve("copy");

        assertThat(curl("--fail", "-o", copy.toString())).isZero();

        assertThat(digest(copy)).isEqualTo(SnapshotFiles.crc32(data));
    }

    @Test
    void curlResumesAFile() throws Exception {
        Path copy = directory.resolve("copy");
        Files.write(copy, Arrays.copyOf(data, 2_345_678));

        assertThat(curl("--fail", "-C", "-", "-o", copy.toString())).isZero();

        assertThat(digest(copy)).isEqualTo(SnapshotFiles.crc32(data));
    }

    private int curl(String... options) throws Exception {
        assumeTrue(isPresent(), "curl is absent: fetching with it is not checked");
        SnapshotFiles files = new SnapshotFiles(directory);
        files.add("Data.db", data);
        ServeSettings settings = ServeSettings.plain("127.0.0.1", 0);
        try (DataPlaneServer server = DataPlaneServer.start(settings, files, new ServeMetrics())) {
            List<String> command = new ArrayList<>(List.of("curl", "-sS", "--noproxy", "*"));
            command.addAll(List.of(options));
            command.add("http://127.0.0.1:" + server.address().getPort()
                    + SnapshotFiles.path("Data.db").target());
            return new ProcessBuilder(command).inheritIO().start().waitFor();
        }
    }

    private static Crc32 digest(Path file) throws IOException {
        return SnapshotFiles.crc32(Files.readAllBytes(file));
    }

    private static boolean isPresent() throws InterruptedException {
        try {
            return new ProcessBuilder("curl", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}
