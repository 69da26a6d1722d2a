/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreallocationTest {
    private static final int SIZE = 4 << 20;

    @TempDir
    Path directory;

    @Test
    void aFileHasItsFinalLengthWithOrWithoutFallocate() throws IOException {
        for (Preallocation way : List.of(Fallocate.orSparse(), Preallocation.SPARSE)) {
            Path part = directory.resolve("x.part");
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                way.extend(part, channel, SIZE);
            }
            assertThat(part).hasSize(SIZE).hasBinaryContent(new byte[SIZE]);
            Files.delete(part);
        }
    }
}
