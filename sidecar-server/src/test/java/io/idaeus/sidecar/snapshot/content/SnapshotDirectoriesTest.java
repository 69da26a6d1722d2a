/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.disk.HungMount;
import io.idaeus.sidecar.filemode.OtherUser;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SnapshotDirectoriesTest {
    private static final String OTHER_ID = "f".repeat(32);

    @TempDir
    Path root;

    private Disk disk;
    private SnapshotDirectories directories;

    @BeforeEach
    void lookAtTwoDataDirectories() {
        disk = new Disk(root);
        directories = new SnapshotDirectories(disk::dataDirectories);
    }

    @Test
    void aSnapshotIsFoundInEveryDataDirectory() throws IOException {
        Path first = disk.snapshot(0, "t").toRealPath();
        Path second = disk.snapshot(1, "t").toRealPath();

        assertThat(directories.of("t", Disk.TABLE))
                .containsExactly(
                        new SnapshotDirectory("t", "shop", "orders", Disk.ID, first),
                        new SnapshotDirectory("t", "shop", "orders", Disk.ID, second));
    }

    @Test
    void aTableThatWasDroppedAndCreatedAgainIsFoundUnderBothIds() {
        disk.snapshot(0, Disk.TABLE, Disk.ID, "t");
        disk.snapshot(0, Disk.TABLE, OTHER_ID, "t");

        assertThat(directories.of("t", Disk.TABLE))
                .extracting(SnapshotDirectory::tableId)
                .containsExactly(Disk.ID, OTHER_ID);
    }

    @Test
    void aTableDirectoryFromBefore21HasNoId() throws IOException {
        Path old = Files.createDirectories(disk.data(1).resolve("shop/orders/snapshots/t"));

        assertThat(directories.of("t", Disk.TABLE))
                .singleElement()
                .satisfies(found -> assertThat(found.path()).isEqualTo(old.toRealPath()))
                .satisfies(found ->
                        assertThat(found.identified(() -> OTHER_ID).tableId()).isEqualTo(OTHER_ID));
    }

    @Test
    void namesThatBeginAlikeAreToldApart() {
        disk.snapshot(0, new TableRef("shop", "orders"), Disk.ID, "t");
        disk.snapshot(0, new TableRef("shop", "orders_2"), OTHER_ID, "t");
        disk.snapshot(0, new TableRef("shop", "orders"), Disk.ID, "t2");

        assertThat(directories.of("t", Disk.TABLE)).hasSize(1);
        assertThat(directories.of("t")).hasSize(2);
        assertThat(directories.all()).hasSize(3);
    }

    @Test
    void aNameThatIsAPathFindsNothing() {
        disk.snapshot(0, "t");

        assertThat(directories.of("../snapshots/t", Disk.TABLE)).isEmpty();
        assertThat(directories.of("t", new TableRef("..", "shop"))).isEmpty();
        assertThat(directories.of("t", new TableRef("shop", "*"))).isEmpty();
    }

    @Test
    void aSnapshotThatIsALinkIsNotOne() throws IOException {
        Path secret = Files.createDirectories(root.resolve("elsewhere"));
        Files.createSymbolicLink(disk.snapshot(0, "t").resolveSibling("link"), secret);

        assertThat(directories.all()).extracting(SnapshotDirectory::tag).containsExactly("t");
    }

    @Test
    void aTableOnAnotherDiskIsFoundThroughItsLink() throws IOException {
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere/snapshots/t"));
        Path keyspace = Files.createDirectories(disk.data(0).resolve("shop"));
        Files.createSymbolicLink(
                keyspace.resolve("orders-" + Disk.ID), elsewhere.getParent().getParent());

        assertThat(directories.of("t", Disk.TABLE)).hasSize(1);
    }

    @Test
    void whatIsNoTableIsPassedOver() throws IOException {
        Files.createDirectories(disk.data(0).resolve("shop/orders-0123/snapshots/t"));
        Files.writeString(disk.data(0).resolve("a-file"), "");
        Files.writeString(disk.data(0).resolve("shop/orders-" + OTHER_ID), "a file");

        assertThat(directories.all()).isEmpty();
    }

    /** Each of them once kept every snapshot from being listed. */
    @Test
    void whatLeadsNowhereIsPassedOver() throws Exception {
        disk.snapshot(0, "t");
        Path data = disk.data(0);
        Files.createSymbolicLink(data.resolve("itself"), data.resolve("itself"));
        Files.createSymbolicLink(data.resolve("nothing"), data.resolve("gone"));
        Files.createSymbolicLink(data.resolve("shop/loop-" + OTHER_ID), data.resolve("shop/loop-" + OTHER_ID));
        Path table = Files.createDirectories(data.resolve("shop/other-" + OTHER_ID));
        Files.createSymbolicLink(table.resolve("snapshots"), table.resolve("snapshots"));
        assertThat(new ProcessBuilder("mkfifo", data.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();

        assertThat(directories.all()).extracting(SnapshotDirectory::tag).containsExactly("t");
    }

    /** Nobody may look what it is: snapshots in it would be missed without a word. */
    @Test
    void whatMayBeATableAndIsHiddenIsAProblem() throws Exception {
        Path snapshots = disk.snapshot(0, "t").getParent();
        Path table = snapshots.getParent();
        for (Path path = table; !path.equals(root.getParent()); path = path.getParent()) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        List<Path> data = List.of(disk.data(0));
        SnapshotDirectories one = new SnapshotDirectories(() -> data);
        assertThat(OtherUser.call(one::all)).hasSize(1);

        // It can be listed, but what is in it cannot be looked at.
        Files.setPosixFilePermissions(table, PosixFilePermissions.fromString("rwxr--r--"));
        assertThatThrownBy(() -> OtherUser.call(one::all))
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.FILES_UNREADABLE))
                .hasMessageContaining(snapshots.toString());
    }

    @Test
    void whatIsNamedLikeNoKeyspaceIsNotEvenOpened() throws IOException {
        disk.snapshot(0, "t");
        Path lost = Files.createDirectories(disk.data(0).resolve("lost+found"));
        Files.createDirectories(lost.resolve("orders-" + OTHER_ID + "/snapshots/inside"));

        assertThat(directories.all()).extracting(SnapshotDirectory::tag).containsExactly("t");
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aDataDirectoryThatHangsIsNamed() {
        disk.snapshot(0, "t");
        HungMount mount = new HungMount(disk.data(0));
        SnapshotDirectories hung = new SnapshotDirectories(
                () -> List.of(disk.data(1), mount.path()), new DirectoryScans(Duration.ofMillis(100), 1));

        assertThatThrownBy(hung::all)
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.FILES_UNREADABLE))
                .hasMessageContainingAll(disk.data(0).toString(), "no answer within");
        mount.comeBack();
    }

    @Test
    void aDataDirectoryThatIsNotMountedIsAProblemNotAnEmptyList() {
        SnapshotDirectories missing = new SnapshotDirectories(() -> List.of(root.resolve("gone")));

        assertThatThrownBy(missing::all)
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.FILES_UNREADABLE))
                .hasMessageContaining("gone");
    }

    @Test
    void whatCassandraSaidHoldsWhileItIsDown() {
        disk.snapshot(0, "t");
        boolean[] down = {false};
        SnapshotDirectories known = new SnapshotDirectories(() -> {
            if (down[0]) {
                throw new ProblemException(ProblemType.CASSANDRA_UNAVAILABLE, "down");
            }
            return disk.dataDirectories();
        });
        known.all();
        down[0] = true;

        assertThat(known.of("t")).hasSize(1);
    }
}
