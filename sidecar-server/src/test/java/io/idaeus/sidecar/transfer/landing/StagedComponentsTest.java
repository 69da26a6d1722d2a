/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.sidecar.selection.SelectedSstable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In the order in which Cassandra moves: the rest, Data.db, and then what it could make anew. */
class StagedComponentsTest {
    private static final List<String> COMPONENTS =
            List.of("TOC.txt", "Index.db", "Statistics.db", "Data.db", "Filter.db", "Summary.db");

    @TempDir
    Path directory;

    @BeforeEach
    void stage() throws IOException {
        for (String component : COMPONENTS) {
            Files.createFile(file(component));
        }
    }

    @Test
    void whatIsUntouchedIsNeitherTakenNorSplit() {
        assertThat(staged().isTaken()).isFalse();
        assertThat(staged().isSplit()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void beforeDataIsMovedItIsSplit(int moved) throws IOException {
        move(moved);

        assertThat(staged().isSplit()).isTrue();
        assertThat(staged().isTaken()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6})
    void afterwardsItIsTaken(int moved) throws IOException {
        move(moved);

        assertThat(staged().isTaken()).isTrue();
        assertThat(staged().isSplit()).isFalse();
    }

    @Test
    void whereOnlyDataIsGoneNoImportTookIt() throws IOException {
        Files.delete(file("Data.db"));

        assertThat(staged().isSplit()).isTrue();
    }

    @Test
    void aDirectoryThatIsGoneIsTaken() throws IOException {
        move(COMPONENTS.size());
        Files.delete(directory);

        assertThat(staged()).isEqualTo(new StagedComponents(sstable(), Set.of()));
        assertThat(staged().isTaken()).isTrue();
    }

    @Test
    void whatAnImportRewritesIsDroppedAndNothingElse() throws IOException {
        move(1);

        staged().dropRewritten();
        staged().dropRewritten();

        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left)
                    .containsExactlyInAnyOrder(
                            file("Index.db"), file("Data.db"), file("Filter.db"), file("Summary.db"));
        }
    }

    private void move(int components) throws IOException {
        for (String component : COMPONENTS.subList(0, components)) {
            Files.delete(file(component));
        }
    }

    private Path file(String component) {
        return directory.resolve("nb-1-big-" + component);
    }

    private StagedComponents staged() {
        return StagedComponents.of(sstable());
    }

    private SelectedSstable sstable() {
        return new SelectedSstable(
                0,
                "host",
                new TableRef("shop", "users"),
                "nb-1-big",
                0,
                10,
                0,
                COMPONENTS.stream()
                        .map(name -> new ManifestComponent(name, 0, "00000000", ChecksumOrigin.CASSANDRA, null))
                        .toList(),
                directory);
    }
}
