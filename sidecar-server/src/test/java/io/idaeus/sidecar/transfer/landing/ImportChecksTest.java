/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.Finding;
import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.SerializationHeader;
import io.idaeus.api.sstable.TableDefinition;
import io.idaeus.api.transfer.SourceRef;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.selection.SelectedTable;
import io.idaeus.sidecar.selection.Selection;
import io.idaeus.sidecar.selection.check.Destination;
import io.idaeus.sidecar.selection.check.SnapshotAge;
import io.idaeus.sidecar.transfer.job.StoredTransfer;
import io.idaeus.sidecar.transfer.job.TransferJournal;
import io.idaeus.sidecar.transfer.job.TransferRecord;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transfer whose snapshot was taken when it began, into a table that keeps tombstones for ten days. */
class ImportChecksTest {
    private static final TableRef USERS = new TableRef("shop", "users");
    private static final String ID = "0123456789abcdef0123456789abcdef";
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int TEN_DAYS = 864_000;

    @TempDir
    Path directory;

    private Instant time = BEGIN;
    private final InstantSource wall = () -> time;
    private final Clock clock = wall.withZone(ZoneOffset.UTC);
    private final ImportChecks checks = new ImportChecks(clock);

    @Test
    void aTransferThatWasPausedForElevenDaysIsRefusedBeforeItsImport() {
        StoredTransfer transfer = transfer(List.of());
        time = BEGIN.plus(Duration.ofDays(11));

        refused(() -> checks.beforeImport(transfer, table(TEN_DAYS), List.of()));
        assertThat(transfer.record().findings()).extracting(Finding::code).containsExactly("SNAPSHOT_TOO_OLD");
    }

    @Test
    void itIsRefusedBeforeItFetchesWhatItCannotImport() {
        StoredTransfer transfer = transfer(List.of());
        time = BEGIN.plus(Duration.ofDays(11));

        refused(() -> checks.beforePull(transfer));
    }

    @Test
    void nothingIsLeftToRefuseOnceEverythingIsFetched() {
        StoredTransfer transfer = transfer(List.of());
        transfer.outcomes().became(0, TransferSstable.State.IMPORTED, null);
        time = BEGIN.plus(Duration.ofDays(11));

        assertThatCode(() -> checks.beforePull(transfer)).doesNotThrowAnyException();
    }

    @Test
    void withinTheGraceItIsImported() {
        StoredTransfer transfer = transfer(List.of());
        time = BEGIN.plus(Duration.ofDays(9));

        assertThatCode(() -> checks.beforePull(transfer)).doesNotThrowAnyException();
        assertThatCode(() -> checks.beforeImport(transfer, table(TEN_DAYS), List.of()))
                .doesNotThrowAnyException();
    }

    @Test
    void aGraceThatWasLoweredDuringTheTransferCounts() {
        StoredTransfer transfer = transfer(List.of());
        time = BEGIN.plusSeconds(3600);

        refused(() -> checks.beforeImport(transfer, table(3600), List.of()));
    }

    @Test
    void whatTheRequestAcceptsIsImportedWhateverItsAge() {
        StoredTransfer transfer = transfer(List.of("SNAPSHOT_TOO_OLD"));
        time = BEGIN.plus(Duration.ofDays(11));

        assertThatCode(() -> checks.beforePull(transfer)).doesNotThrowAnyException();
        assertThatCode(() -> checks.beforeImport(transfer, table(TEN_DAYS), List.of()))
                .doesNotThrowAnyException();
    }

    @Test
    void aClockThatWasSetBackMakesNoSnapshotYounger() {
        time = BEGIN.plus(Duration.ofDays(11));
        ImportChecks before = new ImportChecks(clock);
        StoredTransfer transfer = transfer(List.of());
        time = BEGIN;

        refused(() -> before.beforeImport(transfer, table(TEN_DAYS), List.of()));
    }

    private static void refused(ThrowingCallable check) {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(check)
                .withMessageContaining("SNAPSHOT_TOO_OLD shop.users")
                .withMessageContaining("start a new transfer")
                .matches(e -> e.type() == ProblemType.PLAN_REFUSED);
    }

    private StoredTransfer transfer(List<String> accept) {
        TransferRequest request = TransferRequest.builder(List.of(SourceRef.at("http://127.0.0.1:1")), List.of(USERS))
                .accept(accept)
                .build();
        StoredTransfer transfer = new StoredTransfer(
                TransferJournal.open(directory),
                TransferRecord.accepted("t1", null, "digest", request, null, BEGIN),
                clock);
        SelectedTable selected =
                new SelectedTable(USERS, ID, definition(TEN_DAYS), new SnapshotAge("host-a", BEGIN, TEN_DAYS), false);
        SelectedSstable sstable =
                new SelectedSstable(0, "host-a", USERS, "nb-1-big", 1, 2, 0, List.of(), directory.resolve("nb-1-big"));
        transfer.adoptSelection(new Selection(
                List.of(sstable), List.of(), List.of(), List.of(), List.of(), List.of(selected), 0, 0, 0));
        return transfer;
    }

    private static Destination.Table table(int gcGrace) {
        return new Destination.Table(
                USERS,
                false,
                ID,
                definition(gcGrace),
                TokenRanges.fullRing(),
                new SerializationHeader("Int32Type", List.of(), Map.of(), Map.of()),
                Map.of(),
                false);
    }

    private static TableDefinition definition(int gcGrace) {
        return new TableDefinition(List.of(), List.of(), List.of(), List.of(), gcGrace, List.of());
    }
}
