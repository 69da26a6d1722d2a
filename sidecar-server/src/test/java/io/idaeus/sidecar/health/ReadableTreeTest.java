/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.filemode.OtherUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadableTreeTest {
    @TempDir
    Path directory;

    private Path data;
    private Path table;

    @BeforeEach
    void create() throws Exception {
        permit(directory, "rwxr-xr-x");
        data = permit(Files.createDirectory(directory.resolve("data")), "rwxr-xr-x");
        Path keyspace = permit(Files.createDirectory(data.resolve("shop")), "rwxr-xr-x");
        table = permit(Files.createDirectory(keyspace.resolve("users-1")), "rwxr-xr-x");
        Files.writeString(data.resolve("file"), "");
    }

    @Test
    void aTableThatThisUserMayNotReadIsNamed() throws Exception {
        assertThat(OtherUser.call(() -> ReadableTree.failure(data))).isEmpty();

        permit(table, "rwx------");
        assertThat(OtherUser.call(() -> ReadableTree.failure(data)))
                .contains("cannot read " + table + ": run the sidecar as Cassandra's user");

        permit(data, "rwx------");
        assertThat(OtherUser.call(() -> ReadableTree.failure(data)))
                .contains("cannot read " + data + ": run the sidecar as Cassandra's user");
    }

    @Test
    void whatIsNotThereIsNoMatterOfPermissions() {
        assertThat(ReadableTree.failure(directory.resolve("missing"))).isEmpty();
    }

    private static Path permit(Path path, String permissions) throws Exception {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
