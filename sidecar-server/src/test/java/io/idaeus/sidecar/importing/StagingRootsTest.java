/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagingRootsTest {
    private static final TableName TABLE = new TableName("shop", "users");
    private static final String LEAF = "shop/users-0123456789abcdef0123456789abcdef";

    @TempDir
    Path home;

    private Path root;
    private StagingRoots roots;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectories(home.resolve("staging"));
        roots = new StagingRoots(List.of(root));
    }

    @Test
    void aStagedDirectoryIsTaken() throws IOException {
        Path directory = staged(root.resolve("x").resolve(LEAF));

        assertThat(roots.confined(directory.toString(), TABLE))
                .isEqualTo(new StagedDirectory(directory.toRealPath(), root, "x"));
    }

    @Test
    void whatIsOutsideIsRefusedHoweverItIsWritten() throws IOException {
        Path outside = staged(home.resolve("elsewhere").resolve(LEAF));
        Path link = Files.createSymbolicLink(root.resolve("shop"), outside.getParent());

        refused(ProblemType.STAGING_OUTSIDE_ROOTS, outside.toString());
        refused(ProblemType.STAGING_OUTSIDE_ROOTS, root + "/../elsewhere/" + LEAF);
        refused(
                ProblemType.STAGING_OUTSIDE_ROOTS,
                link.resolve(outside.getFileName()).toString());
        refused(ProblemType.STAGING_OUTSIDE_ROOTS, root.toString());
        refused(ProblemType.STAGING_OUTSIDE_ROOTS, "/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shop/users",
                "shop/users-0123",
                "shop/orders-0123456789abcdef0123456789abcdef",
                "other/users-0123456789abcdef0123456789abcdef",
                "shop/users-0123456789ABCDEF0123456789ABCDEF"
            })
    void aShapeThatCassandraPassesOverInSilenceIsRefused(String leaf) throws IOException {
        refused(ProblemType.UNPROCESSABLE, staged(root.resolve(leaf)).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "relative/shop", "/nul\u0000/x"})
    void aPathThatIsNoneIsRefused(String named) {
        refused(ProblemType.INVALID_REQUEST, named);
    }

    @Test
    void aDirectoryThatDoesNotExistIsRefused() {
        refused(ProblemType.UNPROCESSABLE, "/does/not/exist");
    }

    @Test
    void aDirectoryWithAnythingButFilesIsRefused() throws IOException {
        Path withDirectory = staged(root.resolve("a").resolve(LEAF));
        Files.createDirectory(withDirectory.resolve("more"));
        refused(ProblemType.UNPROCESSABLE, withDirectory.toString());

        Path withLink = staged(root.resolve("b").resolve(LEAF));
        Files.createSymbolicLink(withLink.resolve("nb-2-big-Data.db"), home);
        refused(ProblemType.UNPROCESSABLE, withLink.toString());
    }

    @Test
    void aDirectoryWithoutAnSstableIsRefused() throws IOException {
        Path empty = Files.createDirectories(root.resolve("c").resolve(LEAF));

        refused(ProblemType.UNPROCESSABLE, empty.toString());
    }

    private void refused(ProblemType type, String named) {
        assertThatThrownBy(() -> roots.confined(named, TABLE))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(type));
    }

    private static Path staged(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.createFile(directory.resolve("nb-1-big-Data.db"));
        return directory;
    }
}
