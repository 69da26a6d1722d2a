/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.TableRef;
import io.idaeus.api.node.CassandraProcess.Phase;
import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.api.sstable.ChecksumOrigin;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.importing.DataFile;
import io.idaeus.sidecar.importing.SstableLocation;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import io.idaeus.sidecar.transfer.job.TransferRun;
import io.idaeus.sidecar.transfer.waiting.NodeGate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A transfer of one SSTable, which left staging before its import was recorded. */
@Timeout(120)
class EarlierImportTest {
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final Path DATA = Path.of("/data/shop/users-1/nb-1-big-Data.db");

    @TempDir
    Path directory;

    private final Deque<List<String>> threads = new ArrayDeque<>();
    private final List<Transfer> seen = new ArrayList<>();
    private SstableLocation location = new SstableLocation.Gone();
    private TransferRun run;
    private EarlierImport earlier;

    @BeforeEach
    void begin() throws Exception {
        Clock clock = Clock.systemUTC();
        TransferRequest request = TransferRequest.builder(List.of(SourceRef.at("http://127.0.0.1:1")), List.of(USERS))
                .build();
        run = new TransferRun(
                new StoredTransfer(
                        TransferJournal.open(Files.createDirectories(directory.resolve("state"))),
                        TransferRecord.accepted("t1", null, "digest", request, null, clock.instant()),
                        clock),
                clock);
        Path staged = Files.createDirectories(directory.resolve("staged"));
        SelectedSstable sstable = new SelectedSstable(
                0,
                "host-a",
                USERS,
                "nb-1-big",
                1,
                2,
                10,
                List.of(new ManifestComponent("Data.db", 10, "00000001", ChecksumOrigin.CASSANDRA, null)),
                staged);
        run.stored()
                .adoptSelection(new Selection(
                        List.of(sstable), List.of(), List.of(), List.of(), List.of(), List.of(), 0, 0, 0));
        run.stored().outcomes().became(0, TransferSstable.State.FETCHED, null);
        run.enter(TransferState.IMPORTING);
        NodeGate node = new NodeGate(() -> "NORMAL", () -> Phase.NORMAL, () -> {});
        earlier = new EarlierImport(this::locate, node, new ImportEnd(this::threads, Duration.ofMillis(10)));
    }

    @Test
    void whatIsLiveIsImported() throws Exception {
        location = new SstableLocation.Live(DATA);

        assertThat(earlier.settle(run.stored(), run, USERS)).isTrue();
        assertThat(state()).isEqualTo(TransferSstable.State.IMPORTED);
    }

    @Test
    void anImportThatStillRunsIsWaitedForWhateverAnOperatorAsks() throws Exception {
        location = new SstableLocation.Idle(DATA);
        for (int i = 0; i < 3; i++) {
            threads.add(List.of("RMI TCP Connection(7)"));
        }

        assertThat(earlier.settle(run.stored(), run, USERS)).isTrue();

        assertThat(state()).isEqualTo(TransferSstable.State.IMPORTED);
        TransferWait waiting = seen.get(1).waiting();
        assertThat(waiting.cause()).isEqualTo(TransferWait.Cause.IMPORT_RUNNING);
        assertThat(waiting.detail()).contains("shop.users", "RMI TCP Connection(7)");
        assertThat(waiting.remedy()).contains("restart of Cassandra");
        assertThat(run.isCancelRequested()).isTrue();
    }

    @Test
    void whatIsGoneIsFetchedAgainSinceNothingProvesThatItWasLive() throws Exception {
        assertThat(earlier.settle(run.stored(), run, USERS)).isFalse();

        TransferSstable sstable = run.stored().sstables().get(0);
        assertThat(sstable.state()).isEqualTo(TransferSstable.State.PLANNED);
        assertThat(sstable.attempts()).isEqualTo(1);
        assertThat(sstable.reason()).contains("merged into other SSTables since, or deleted");
    }

    @Test
    void whatIsGoneWithItsStagingDirectoryIsFetchedAgain() throws Exception {
        Files.delete(directory.resolve("staged"));

        assertThat(earlier.settle(run.stored(), run, USERS)).isFalse();
        assertThat(state()).isEqualTo(TransferSstable.State.PLANNED);
    }

    @Test
    void whatCannotBeAskedAboutIsNotImported() throws Exception {
        location = new SstableLocation.Unknown(DATA, "CORRUPT_STATISTICS");

        assertThat(earlier.settle(run.stored(), run, USERS)).isFalse();
        assertThat(state()).isEqualTo(TransferSstable.State.NOT_IMPORTED);
    }

    private TransferSstable.State state() {
        return run.stored().outcomes().get(0).state();
    }

    // After some of the checks an operator cancels; after the last one the import has made it live.
    private List<String> threads() {
        seen.add(run.stored().view());
        List<String> running = threads.isEmpty() ? List.of() : threads.remove();
        if (threads.size() == 1) {
            run.cancel();
        }
        if (running.isEmpty() && seen.size() > 1) {
            location = new SstableLocation.Live(DATA);
        }
        return running;
    }

    private Map<DataFile, SstableLocation> locate(TableName table, Set<DataFile> wanted) {
        return wanted.stream().collect(Collectors.toMap(Function.identity(), file -> location));
    }
}
