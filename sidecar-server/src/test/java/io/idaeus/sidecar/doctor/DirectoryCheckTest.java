/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.client.Diagnosis;
import io.idaeus.client.Diagnosis.Status;
import io.idaeus.sidecar.config.ConfigFile;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.filemode.OtherUser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryCheckTest {
    @TempDir
    Path directory;

    private Path state;
    private Path staging;

    @BeforeEach
    void create() throws Exception {
        state = Files.createDirectory(directory.resolve("state"));
        staging = Files.createDirectory(directory.resolve("staging"));
    }

    @Test
    void whatIsThereOrCanBeCreatedIsWell() throws Exception {
        assertThat(examine(state, staging, List.of()))
                .allMatch(each -> each.status() == Status.OK)
                .extracting(Diagnosis::found)
                .satisfiesExactly(
                        first -> assertThat(first).matches(state + " can be written, with \\d+ MiB free"),
                        second -> assertThat(second).startsWith(staging + " can be written"));
        assertThat(examine(directory.resolve("a/b"), staging, List.of()).get(0).found())
                .startsWith(directory.resolve("a/b") + " can be created");
        assertThat(directory.resolve("a")).doesNotExist();
    }

    @Test
    void aFileInThePlaceOfADirectoryIsFound() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");
        Diagnosis itself = examine(file, staging, List.of()).get(0);
        assertThat(itself.status()).isEqualTo(Status.FAIL);
        assertThat(itself.found()).isEqualTo(file + " is not a directory");
        Diagnosis below = examine(file.resolve("state"), staging, List.of()).get(0);
        assertThat(below.found())
                .isEqualTo(
                        file.resolve("state") + " is not there and cannot be created: " + file + " is not a directory");
        assertThat(below.remedy()).contains("install -d -m 0750 -o USER " + file.resolve("state"));
    }

    @Test
    void aDirectoryWithinCassandrasIsFoundWhileCassandraRunsAndWhileItIsDown() throws Exception {
        Path second = Files.createDirectory(directory.resolve("data2"));
        Path within = Files.createDirectory(second.resolve("staging"));
        assertThat(examine(state, within, List.of(second)).get(1).found())
                .contains(within + " lies within Cassandra's data directory " + second);

        Path data = directory.resolve("data");
        Files.createDirectories(data.resolve("system/local-7ad54392bcdd35a684174e047860b377"));
        Path inside = Files.createDirectory(data.resolve("idaeus"));
        Diagnosis down = examine(inside, staging, List.of()).get(0);
        assertThat(down.status()).isEqualTo(Status.FAIL);
        assertThat(down.found()).contains(inside + " lies within Cassandra's data directory " + data);
    }

    @Test
    void littleSpaceIsFound() {
        long little = 100 << 20;
        assertThat(DirectoryCheck.space("state", state, state, little, little).status())
                .isEqualTo(Status.OK);
        Diagnosis full = DirectoryCheck.space("state", state, state, little - 1, little);
        assertThat(full.status()).isEqualTo(Status.WARN);
        assertThat(full.found()).isEqualTo(state + " can be written, with 99 MiB free");
        assertThat(full.remedy()).isEqualTo("free space on this file system: at least 100 MiB");
    }

    @Test
    void aDirectoryOfItsOwnForTheAuditRecordIsExamined() throws Exception {
        Path audit = directory.resolve("audit");
        SidecarConfig config =
                config("stateDirectory: %s\naudit: {file: %s}\n".formatted(state, audit.resolve("audit.jsonl")));
        Diagnosis absent = last(examine(config, List.of()));
        assertThat(absent.check()).isEqualTo("audit");
        assertThat(absent.found()).startsWith(audit + " can be created");
        Files.writeString(audit, "");
        assertThat(last(examine(config, List.of())).found()).isEqualTo(audit + " is not a directory");
    }

    private static Diagnosis last(List<Diagnosis> found) {
        return found.get(found.size() - 1);
    }

    @Test
    void aNodeWithoutStagingIsNoDestination() throws Exception {
        SidecarConfig config = config("stateDirectory: " + state);
        assertThat(examine(config, List.of()).get(1).found())
                .isEqualTo("staging.roots is empty: this node can be a source, but not a destination");
    }

    @Test
    void cassandrasFilesThatThisUserMayNotReadAreFound() throws Exception {
        permit(directory, "rwxr-xr-x");
        Path data = permit(Files.createDirectory(directory.resolve("data")), "rwxr-xr-x");
        assertThat(OtherUser.call(() -> DirectoryCheck.data(data, List.of(staging)))
                        .status())
                .isEqualTo(Status.OK);
        Path keyspace = permit(Files.createDirectory(data.resolve("shop")), "rwx------");
        Diagnosis found = OtherUser.call(() -> DirectoryCheck.data(data, List.of(staging)));
        assertThat(found.status()).isEqualTo(Status.FAIL);
        assertThat(found.found()).startsWith("cannot read " + keyspace);
    }

    @Test
    void aDataDirectoryWithoutStagingBesideItOrOfAnotherHostIsFound() {
        Diagnosis apart = DirectoryCheck.data(Path.of("/dev/shm"), List.of(staging));
        assertThat(apart.status()).isEqualTo(Status.WARN);
        assertThat(apart.found()).isEqualTo("no staging root is on the file system of /dev/shm");
        Diagnosis absent = DirectoryCheck.data(directory.resolve("absent"), List.of(staging));
        assertThat(absent.status()).isEqualTo(Status.FAIL);
        assertThat(absent.found()).contains("is not on this host");
    }

    private List<Diagnosis> examine(Path state, Path staging, List<Path> data) throws Exception {
        SidecarConfig config = config("stateDirectory: %s\nstaging: {roots: [%s]}\n".formatted(state, staging));
        return examine(config, data);
    }

    private static List<Diagnosis> examine(SidecarConfig config, List<Path> data) {
        List<Diagnosis> found = new ArrayList<>();
        new DirectoryCheck(config, data, new CheckLimit(Duration.ofSeconds(20))).examine(found::add);
        return found.stream().filter(each -> !each.check().equals("data")).toList();
    }

    private SidecarConfig config(String yaml) throws Exception {
        return ConfigFile.read(Files.writeString(directory.resolve("idaeus.yaml"), yaml), Map.of())
                .config();
    }

    private static Path permit(Path path, String permissions) throws Exception {
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
