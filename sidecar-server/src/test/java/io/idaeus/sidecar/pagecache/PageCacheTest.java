/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.pagecache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
    /** No folio of the kernel is larger: less could not be dropped alone. */
    private static final int BLOCK = 4 * 1024 * 1024;

    private static final int SIZE = 5 * BLOCK + 1;

    private static final int TRIES = 20;

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void write() throws Exception {
        path = Files.write(directory.resolve("file"), new byte[SIZE]);
    }

    @Test
    void writtenPagesAreInMemory() throws Exception {
        withoutReclaim(() -> {
            write();
            try (CachedFile file = Pages.open(path)) {
                assertThat(file.absent(0, SIZE)).isEmpty();
            }
        });
    }

    @Test
    void droppedPagesAreNotInMemory() throws Exception {
        withoutReclaim(() -> {
            write();
            Pages.evict(path, 2 * BLOCK, 3 * BLOCK);
            try (CachedFile file = Pages.open(path)) {
                assertThat(file.absent(0, SIZE)).containsExactly(new PageRange(2 * BLOCK, 3 * BLOCK));
                assertThat(file.absent(2 * BLOCK, 2 * BLOCK + 1)).hasSize(1);
                assertThat(file.absent(3 * BLOCK, SIZE)).isEmpty();
            }
        });
    }

    @Test
    void readPagesAreInMemory() throws Exception {
        withoutReclaim(() -> {
            Pages.evict(path, 0, SIZE);
            try (CachedFile file = Pages.open(path)) {
                assertThat(file.read(new PageRange(0, BLOCK))).isEqualTo(BLOCK);
                assertThat(file.absent(0, BLOCK)).isEmpty();
                assertThat(file.read(new PageRange(BLOCK, 6L * BLOCK)))
                        .as("to the end of the file, not to that of its last page")
                        .isEqualTo(SIZE - BLOCK);
                assertThat(file.absent(0, SIZE)).isEmpty();
            }
        });
    }

    @Test
    void aFailedReadNamesTheFileAndThePosition() throws Exception {
        try (CachedFile folder = Pages.open(directory)) {
            assertThatThrownBy(() -> folder.read(new PageRange(0, BLOCK)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("at byte 0");
        }
    }

    @Test
    void aFileThatShrinksRaisesNoSignal() throws Exception {
        try (CachedFile file = Pages.open(path)) {
            try (RandomAccessFile shrunk = new RandomAccessFile(path.toFile(), "rw")) {
                shrunk.setLength(1);
            }
            file.absent(0, SIZE);
            assertThat(file.read(new PageRange(0, BLOCK))).isEqualTo(1);
            file.drop(new PageRange(0, SIZE));
        }
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatThrownBy(() -> Pages.open(directory.resolve("gone")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("gone")
                .hasMessageContaining("errno 2");
    }

    // A kernel that is short of memory drops pages that nobody asked it to drop.
    private static void withoutReclaim(ThrowingRunnable check) throws Exception {
        for (int tries = 1; ; tries++) {
            try {
                check.run();
                return;
            } catch (AssertionError failed) {
                if (tries == TRIES) {
                    throw failed;
                }
            }
        }
    }

    private interface ThrowingRunnable {
        void run() throws Exception;
    }
}
