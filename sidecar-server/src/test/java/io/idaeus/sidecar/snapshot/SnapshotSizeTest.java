/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.snapshot.content.Disk;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotSizeTest {
    @TempDir
    Path root;

    private Path live;
    private Path snapshot;

    @BeforeEach
    void makeATableOfThreeFiles() throws IOException {
        Disk disk = new Disk(root);
        snapshot = disk.snapshot(0, "t");
        live = disk.table(0, "shop", "orders", Disk.ID);
        for (int i = 1; i <= 3; i++) {
            Path file = Files.write(live.resolve("f" + i), new byte[i * 100]);
            Files.createLink(snapshot.resolve("f" + i), file);
        }
    }

    @Test
    void whatTheTableStillHasCostsNothing() {
        assertThat(SnapshotSize.of(List.of(snapshot))).isEqualTo(new SnapshotSize(600, 0));
    }

    @Test
    void whatOnlyTheSnapshotStillHoldsIsItsTrueSize() throws IOException {
        Files.delete(live.resolve("f3"));
        Files.delete(live.resolve("f1"));

        assertThat(SnapshotSize.of(List.of(snapshot))).isEqualTo(new SnapshotSize(600, 400));
    }

    @Test
    void whatAnotherSnapshotHoldsTooIsNotFreedByClearingThisOne() throws IOException {
        Path other = Files.createDirectory(snapshot.resolveSibling("other"));
        Files.createLink(other.resolve("f3"), snapshot.resolve("f3"));
        Files.delete(live.resolve("f3"));

        assertThat(SnapshotSize.of(List.of(snapshot)).trueBytes()).isZero();
        assertThat(SnapshotSize.of(List.of(other)).trueBytes()).isZero();
    }

    @Test
    void aFileThatIsClearedWhileItIsLookedAtDoesNotCount() throws IOException {
        Path file = snapshot.resolve("f1");
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        Files.delete(file);

        assertThat(new SnapshotSize.Count().visitFile(file, attributes)).isEqualTo(FileVisitResult.CONTINUE);
    }

    @Test
    void indexDirectoriesCountAndLinksDoNot() throws IOException {
        Files.write(Files.createDirectory(snapshot.resolve(".by_name")).resolve("f"), new byte[7]);
        Files.createSymbolicLink(snapshot.resolve("link"), live.resolve("f1"));

        assertThat(SnapshotSize.of(List.of(snapshot))).isEqualTo(new SnapshotSize(607, 7));
    }

    @Test
    void aSnapshotThatWentMeanwhileIsEmpty() {
        assertThat(SnapshotSize.of(List.of(snapshot.resolve("gone")))).isEqualTo(new SnapshotSize(0, 0));
    }
}
