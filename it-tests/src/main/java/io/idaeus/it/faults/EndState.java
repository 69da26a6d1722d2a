/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.api.snapshot.Lease;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.rows.TableComparison;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** The promises that hold once a transfer has ended, whatever broke. */
final class EndState {
    private static final Duration TIDIED = Duration.ofSeconds(40);

    private final FaultScene scene;
    private final FaultSchedule schedule;
    private final Transfer transfer;
    private final long bytesSent;
    private final List<String> broken = new ArrayList<>();

    EndState(FaultScene scene, FaultSchedule schedule, Transfer transfer, long bytesSent) {
        this.scene = scene;
        this.schedule = schedule;
        this.transfer = transfer;
        this.bytesSent = bytesSent;
    }

    /** The broken promises, in words; empty if all hold. */
    List<String> broken() {
        expectEnd();
        expectRows();
        expectEachSstableOnce();
        expectFewBytesResent();
        expectNothingLeft();
        return broken;
    }

    /** Bytes on the wire beyond those needed. */
    long bytesSentAgain() {
        return Math.max(0, bytesSent - transfer.progress().bytesTotal());
    }

    private void expectEnd() {
        if (schedule.fault().keepsEveryRow()) {
            expect(transfer.outcome() == Transfer.Outcome.COMPLETE, "a complete transfer", transfer);
        } else {
            expect(
                    transfer.outcome() == Transfer.Outcome.COMPLETE
                            || transfer.problem() != null
                            || transfer.reason() != null,
                    "a reason for every missing SSTable",
                    transfer);
        }
    }

    private void expectRows() {
        PayloadTable table = scene.table();
        TableComparison comparison = scene.pair().compare(table.ref());
        boolean right = transfer.outcome() == Transfer.Outcome.COMPLETE
                ? comparison.same() && comparison.rows() == table.rows()
                : comparison.differing() == comparison.missing();
        expect(right, "the rows of the source", comparison);
        long notImported = scene.pair()
                .destinationClient()
                .allTransferSstables(transfer.id())
                .filter(sstable -> sstable.state() != TransferSstable.State.IMPORTED)
                .count();
        expect(
                (notImported == 0) == (comparison.missing() == 0),
                "outcomes that name the missing SSTables",
                notImported);
    }

    private void expectEachSstableOnce() {
        PayloadTable table = scene.table();
        long live = scene.pair().destination().tableDirectories(table.keyspace(), table.table()).stream()
                .mapToLong(directory -> NodeSstables.in(directory).size())
                .sum();
        expect(live == transfer.sstables().imported(), transfer.sstables().imported() + " SSTables, each once", live);
    }

    private void expectFewBytesResent() {
        // Small components travel in bundles; an interrupted bundle is sent again.
        long small = 2L << 20;
        // The link counts bytes that it and the sockets still held when the destination died.
        long onTheWay = FaultScene.CONNECTIONS * (512L << 10);
        long most = FaultScene.CONNECTIONS * FaultScene.PIECE + small + onTheWay;
        if (schedule.fault().mayResendBytes()) {
            expect(bytesSentAgain() <= most, "at most " + most + " bytes sent again", bytesSentAgain());
        }
    }

    private void expectNothingLeft() {
        String id = transfer.id();
        eventually("no lease at the source", () -> scene.pair().sourceClient().leases().leases().stream()
                .map(Lease::id)
                .noneMatch(id::equals));
        eventually("no snapshot at the source", () -> scene.pair().sourceClient().snapshots().snapshots().stream()
                .map(SnapshotInfo::tag)
                .noneMatch(tag -> tag.contains(id)));
        if (transfer.state() != TransferState.FAILED && transfer.outcome() == Transfer.Outcome.COMPLETE) {
            Path staged = scene.pair().destinationSidecar().stagingRoot().resolve(id);
            eventually("nothing staged", () -> Files.notExists(staged));
        }
    }

    private void eventually(String what, java.util.concurrent.Callable<Boolean> holds) {
        try {
            Awaitility.await(what).ignoreExceptions().atMost(TIDIED).until(holds);
        } catch (ConditionTimeoutException e) {
            broken.add(what + ", within " + TIDIED.toSeconds() + " s");
        }
    }

    private void expect(boolean holds, String what, Object found) {
        if (!holds) {
            broken.add("found %s (expected: %s)".formatted(found, what));
        }
    }
}
