/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.filemode.OtherUser;
import io.idaeus.sidecar.sstable.SstableCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadableFilesTest {
    @TempDir
    Path directory;

    @Test
    void aTableDirectoryOfAnotherUserIsNamedWithWhatToDo() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path table = Files.createDirectory(directory.resolve("users-1"));
        Files.setPosixFilePermissions(table, PosixFilePermissions.fromString("rwx------"));

        ProblemException problem = OtherUser.call(() -> listed(table));

        assertThat(problem.type()).isEqualTo(ProblemType.FILES_UNREADABLE);
        assertThat(problem)
                .hasMessage("Cannot read " + table + ": this sidecar's user, " + System.getProperty("user.name")
                        + ", may not. Run the sidecar as Cassandra's user.");
    }

    @Test
    void anotherFailureKeepsItsWords() {
        ProblemException problem = UnreadableFiles.problem("/data", new IOException("Input/output error"));

        assertThat(problem)
                .hasMessageContaining("Cannot read /data")
                .hasMessageContaining("Input/output error")
                .hasMessageContaining("Check the disk");
    }

    private static ProblemException listed(Path table) {
        try {
            throw new AssertionError(new SstableCatalog(1).live(List.of(table)));
        } catch (IOException e) {
            return UnreadableFiles.problem(table, e);
        }
    }
}
