/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.sstable.RealSstables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterFileTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"na", "nb", "oa", "pa", "da", "ea"})
    void whatCassandraWroteIsWhole(String version) throws Exception {
        List<Path> filters = RealSstables.list(RealSstables.directory(version)).stream()
                .filter(file -> file.toString().endsWith("-Filter.db"))
                .toList();
        assertThat(filters).isNotEmpty();
        for (Path filter : filters) {
            FilterFile.requireWhole(filter);
        }
    }

    @Test
    void whatIsShorterOrLongerIsNot() throws Exception {
        byte[] whole = Files.readAllBytes(RealSstables.directory("nb").resolve("nb-1-big-Filter.db"));
        for (int length : new int[] {0, 7, 8, whole.length / 2, whole.length - 1, whole.length + 1}) {
            Path file = Files.write(directory.resolve("nb-1-big-Filter.db"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> FilterFile.requireWhole(file))
                    .isInstanceOf(SstableException.class)
                    .hasMessageContaining("Filter.db")
                    .hasMessageContaining("expected");
        }
    }
}
