/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait.Cause;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.store.LocalDiskException;
import io.idaeus.sidecar.store.LocalDiskException.Kind;
import io.idaeus.sidecar.store.SmallFileSystem;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.waiting.DiskRetry;
import io.idaeus.sidecar.transfer.waiting.Gate;
import io.idaeus.sidecar.transfer.waiting.WaitLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On a staging root of one MiB, to which a transfer brings two SSTables of 400,000 bytes. */
@Timeout(120)
class LocalDisksTest {
    private static final TableRef USERS = new TableRef("shop", "users");

    @TempDir
    Path directory;

    private SmallFileSystem disk;
    private TransferRun run;
    private Gate gate;

    @BeforeEach
    void mount() throws Exception {
        disk = SmallFileSystem.mount(directory.resolve("staging"), 1 << 20);
        Path state = Files.createDirectories(directory.resolve("state"));
        TransferRequest request = TransferRequest.builder(List.of(SourceRef.at("http://127.0.0.1:1")), List.of(USERS))
                .build();
        Clock clock = Clock.systemUTC();
        run = new TransferRun(
                new StoredTransfer(
                        TransferJournal.open(state),
                        TransferRecord.accepted("t1", null, "digest", request, null, clock.instant()),
                        clock),
                clock);
        run.stored()
                .adoptSelection(new Selection(
                        List.of(sstable("nb-1-big"), sstable("nb-2-big")),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        0,
                        0,
                        0));
        run.enter(TransferState.PULLING);
        gate = new LocalDisks(state, List.of(disk.directory()), 0.1).gate(run.stored());
    }

    @AfterEach
    void unmount() throws Exception {
        if (disk != null) {
            disk.close();
        }
    }

    @Test
    void aCheckFindsSpaceForWhatIsToComeAndLeavesNoFileBehind() throws Exception {
        assertThat(gate.check()).isEmpty();
        try (Stream<Path> files = Files.list(disk.directory())) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void spaceForAllButTheHeadroomIsNotEnough() throws Exception {
        Files.write(disk.directory().resolve("other"), new byte[200_000]);

        assertThat(gate.check()).hasValueSatisfying(obstacle -> {
            assertThat(obstacle.cause()).isEqualTo(Cause.DISK_SPACE);
            assertThat(obstacle.detail()).contains(disk.directory().toString(), "needed: 880000");
        });
    }

    @Test
    void whatHasComeNeedsNoSpace() throws Exception {
        Path own = Files.createDirectories(disk.directory().resolve("nb-1-big"));
        Files.write(own.resolve("nb-1-big-Data.db"), new byte[400_000]);
        Path other = Files.createDirectories(disk.directory().resolve("nb-2-big"));
        Files.write(other.resolve("nb-2-big-Data.db.part"), new byte[300_000]);
        Files.write(disk.directory().resolve("other"), new byte[200_000]);

        assertThat(gate.check()).isEmpty();
        run.stored().outcomes().became(0, TransferSstable.State.FETCHED, null);
        assertThat(gate.check()).isEmpty();
    }

    @Test
    void aFullDiskIsNamedAndSoIsAReadOnlyOne() throws Exception {
        disk.fill();
        assertThat(gate.check())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.cause()).isEqualTo(Cause.DISK_SPACE));
        disk.free();
        assertThat(gate.check()).isEmpty();
        disk.readOnly(true);
        assertThat(gate.check())
                .hasValueSatisfying(obstacle -> assertThat(obstacle.cause()).isEqualTo(Cause.DISK_ERROR));
        disk.readOnly(false);
        assertThat(gate.check()).isEmpty();
    }

    @Test
    void aTransferIsPausedWhileTheDiskIsFullAndGoesOnByItself() throws Exception {
        disk.fill();
        List<TransferState> seen = new ArrayList<>();
        int[] looks = {0};
        Gate watched = () -> {
            seen.add(run.state());
            if (++looks[0] == 3) {
                free();
            }
            return gate.check();
        };

        assertThat(patience(watched).await(run, new LocalDiskException("x.part: full", Kind.FULL, null)))
                .isEmpty();

        assertThat(seen).containsExactly(TransferState.PULLING, TransferState.PAUSED, TransferState.PAUSED);
        assertThat(run.state()).isEqualTo(TransferState.PULLING);
        assertThat(run.stored().view().waiting()).isNull();
    }

    @Test
    void aDiskThatSeemsFineAndKeepsFailingEndsTheTransfer() {
        DiskRetry patience = patience(Optional::empty);
        LocalDiskException trouble =
                new LocalDiskException("nb-1-big-Data.db.part: Input/output error", Kind.FAILED, null);
        for (int i = 0; i < 10; i++) {
            assertThat(patience.await(run, trouble)).isEmpty();
        }

        assertThat(patience.await(run, trouble)).hasValueSatisfying(problem -> assertThat(problem)
                .isInstanceOfSatisfying(
                        ProblemException.class, e -> assertThat(e.type()).isEqualTo(ProblemType.INTERNAL))
                .hasMessageContaining("Input/output error")
                .hasMessageContaining("10 times"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"FULL", "STALLED"})
    void aDiskThatIsFullOrHangsNeverEndsTheTransfer(Kind kind) {
        DiskRetry patience = patience(Optional::empty);
        for (int i = 0; i < 50; i++) {
            assertThat(patience.await(run, new LocalDiskException("quota exceeded", kind, null)))
                    .isEmpty();
        }
    }

    @Test
    void aPauseEndsTheWait() {
        run.pause();

        assertThat(patience(gate).await(run, new LocalDiskException("full", Kind.FULL, null)))
                .isEmpty();
        assertThat(run.stored().view().waiting().cause()).isEqualTo(Cause.OPERATOR);
    }

    private void free() {
        try {
            disk.free();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static DiskRetry patience(Gate gate) {
        return new DiskRetry(gate, new WaitLoop(Duration.ofMillis(1)), () -> Duration.ofMillis(1));
    }

    private SelectedSstable sstable(String name) {
        return new SelectedSstable(
                0,
                "host",
                USERS,
                name,
                0,
                10,
                400_000,
                List.of(new ManifestComponent("Data.db", 400_000, "00000000", ChecksumOrigin.CASSANDRA, null)),
                disk.directory().resolve(name));
    }
}
