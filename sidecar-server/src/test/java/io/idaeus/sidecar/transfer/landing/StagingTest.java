/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingTest {
    @TempDir
    Path root;

    @Test
    void clearingATransferLeavesTheOthersAndWhatLinksPointTo() throws IOException {
        Path outside = Files.createFile(root.resolve("outside"));
        Path staging = Files.createDirectories(root.resolve("staging"));
        Path mine = Files.createDirectories(staging.resolve("t1/host/nb-1-big/ks/t-00"));
        Files.createFile(mine.resolve("nb-1-big-Data.db.part"));
        Files.createSymbolicLink(mine.resolve("link"), outside);
        Files.createDirectories(staging.resolve("t2"));

        new Staging(List.of(staging)).clear("t1");

        assertThat(staging).isDirectoryContaining(path -> path.endsWith("t2"));
        assertThat(staging.resolve("t1")).doesNotExist();
        assertThat(outside).exists();
    }

    @Test
    void aSweepDeletesOnlyWhatIsUnneeded() throws IOException {
        Files.createDirectories(root.resolve("old"));
        Files.createDirectories(root.resolve("not-ours"));

        new Staging(List.of(root, root.resolve("missing"))).sweep("old"::equals);

        assertThat(root.resolve("old")).doesNotExist();
        assertThat(root.resolve("not-ours")).exists();
    }
}
