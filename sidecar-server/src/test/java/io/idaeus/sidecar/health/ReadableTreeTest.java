/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.idaeus.sidecar.disk.HungMount;
import io.idaeus.sidecar.filemode.OtherUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    /** Nobody's but root's. */
    @Test
    void lostAndFoundIsNoMatterOfPermissions() throws Exception {
        permit(Files.createDirectory(data.resolve("lost+found")), "---------");
        permit(Files.createDirectory(data.resolve("shop/lost+found")), "---------");
        assertThat(OtherUser.call(() -> ReadableTree.failure(data))).isEmpty();

        permit(Files.createDirectory(data.resolve("bank")), "---------");
        assertThat(OtherUser.call(() -> ReadableTree.failure(data)))
                .contains("cannot read " + data.resolve("bank") + ": run the sidecar as Cassandra's user");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aDirectoryThatHangsIsNamed() {
        HungMount mount = new HungMount(data);

        assertThat(ReadableTree.failure(mount.path()))
                .hasValueSatisfying(failure -> assertThat(failure).startsWith(data + ": no answer within"));
        assertThat(WrittenDirectory.failures(directory, List.of(mount.path())))
                .singleElement(STRING)
                .startsWith(data + ": no answer within");
        mount.comeBack();
    }

    @Test
    void whatIsNotThereIsNoMatterOfPermissions() {
        assertThat(ReadableTree.failure(directory.resolve("missing"))).isEmpty();
    }

    private static Path permit(Path path, String permissions) throws Exception {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
