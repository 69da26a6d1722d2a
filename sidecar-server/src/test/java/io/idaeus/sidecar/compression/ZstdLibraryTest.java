/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.OwnProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZstdLibraryTest {
    @TempDir
    Path directory;

    /** Run in a process of its own: a process loads the library once. */
    public static final class Main {
        private Main() {}

        public static void main(String[] args) {
            System.out.println("available: " + ZstdLibrary.isAvailable());
            System.out.println("threads: " + (CodecThreads.compressing() != null));
            System.exit(0);
        }
    }

    @Test
    void itIsLoadedFromTheDirectoryForTemporaryFiles() throws Exception {
        assertThat(run(directory)).contains("available: true", "threads: true");
    }

    @Test
    void whereItCannotBeUnpackedCompressionIsAbsentAndTheLogSaysSoOnce() throws Exception {
        assertThat(run(directory.resolve("missing")))
                .contains("available: false", "threads: false", "missing")
                .containsOnlyOnce("zstd is not available, transfers are not compressed");
    }

    private static String run(Path tmpdir) throws IOException, InterruptedException {
        return OwnProcess.output(Main.class, "-Djava.io.tmpdir=" + tmpdir);
    }
}
