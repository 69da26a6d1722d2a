/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.data.DataSets;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdenticalTest {

    @TempDir
    private Path directory;

    private DataSet set;
    private Competitor cp;
    private Path destination;

    @BeforeEach
    void copyASet() throws IOException {
        set = new DataSets(directory.resolve("data"), 0.001).get("hot");
        cp = Competitors.named("cp", 1, 0);
        cp.open(set, directory);
        destination = Files.createDirectories(directory.resolve("destination"));
        cp.run(destination);
    }

    @Test
    void copiesOfAllFilesPass() {
        assertThatCode(() -> Identical.check(set, cp, destination)).doesNotThrowAnyException();
    }

    @Test
    void oneChangedByteFails() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(destination.resolve("nb-2-big-Data.db").toFile(), "rw")) {
            file.seek(1000);
            int was = file.read();
            file.seek(1000);
            file.write(~was);
        }

        assertThatThrownBy(() -> Identical.check(set, cp, destination))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nb-2-big-Data.db")
                .hasMessageContaining("byte 1000");
    }

    @Test
    void aMissingFileFails() throws IOException {
        Files.delete(destination.resolve("nb-0-big-Data.db"));

        assertThatThrownBy(() -> Identical.check(set, cp, destination)).isInstanceOf(IOException.class);
    }
}
