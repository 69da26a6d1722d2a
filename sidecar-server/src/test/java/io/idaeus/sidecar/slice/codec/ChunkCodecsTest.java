/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.OwnProcess;
import io.idaeus.sidecar.slice.NotSliceableException;
import io.idaeus.sidecar.sstable.file.ChunkCompression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkCodecsTest {
    @TempDir
    Path directory;

    /** Run in a process of its own: a process loads a library once. */
    public static final class Main {
        private Main() {}

        public static void main(String[] args) {
            for (String name : new String[] {"ZstdCompressor", "SnappyCompressor", "LZ4Compressor"}) {
                try {
                    ChunkCodecs.of(compression(name, Map.of()));
                    System.out.println(name + " known");
                    ChunkCodecs.loaded(compression(name, Map.of()));
                    System.out.println(name + " loaded");
                } catch (NotSliceableException e) {
                    System.out.println(name + " not: " + e.getMessage());
                }
            }
            System.exit(0);
        }
    }

    @Test
    void librariesAreLoadedFromTheDirectoryForTemporaryFiles() throws Exception {
        assertThat(run(directory)).contains("ZstdCompressor loaded", "SnappyCompressor loaded", "LZ4Compressor loaded");
    }

    @Test
    void aCompressorWhoseLibraryCannotBeLoadedIsKnownAndCannotBeUsed() throws Exception {
        Path nowhere = Files.createFile(directory.resolve("file"));

        assertThat(run(nowhere))
                .contains("ZstdCompressor known", "ZstdCompressor not: ZstdCompressor needs a native library")
                .contains("SnappyCompressor known", "SnappyCompressor not: SnappyCompressor needs a native library")
                .contains(nowhere.toString())
                .contains("LZ4Compressor loaded");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-131072", "0", "22"})
    void eachLevelOfZstdIsKnown(String level) {
        assertThatNoException()
                .isThrownBy(
                        () -> ChunkCodecs.loaded(compression("ZstdCompressor", Map.of("compression_level", level))));
    }

    @Test
    void whatCannotBeWrittenAsCassandraDoesIsNotSliceable() {
        for (ChunkCompression compression : new ChunkCompression[] {
            compression("ZstdCompressor", Map.of("compression_level", "23")),
            compression("LZ4Compressor", Map.of("lz4_compressor_type", "odd")),
            compression("LZ4Compressor", Map.of("lz4_compressor_type", "high", "lz4_high_compressor_level", "odd")),
            compression("com.example.LZ4Compressor", Map.of()),
        }) {
            assertThatThrownBy(() -> ChunkCodecs.of(compression))
                    .isInstanceOf(NotSliceableException.class)
                    .hasMessageContaining(compression.compressor());
        }
    }

    private static ChunkCompression compression(String name, Map<String, String> options) {
        return new ChunkCompression(name, options, 1 << 14, Integer.MAX_VALUE, 1, 1, false);
    }

    private static String run(Path tmpdir) throws IOException, InterruptedException {
        return OwnProcess.output(Main.class, "-Djava.io.tmpdir=" + tmpdir);
    }
}
