/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.time.Duration;
import java.util.SplittableRandom;

/** {@code kill}: kills the destination three times and the source once while one Data.db of 4 GiB is pulled. */
final class KilledPulling implements Scenario {
    private static final long SIZE = 4L << 30;
    private static final long PIECE = 64L << 20;
    private static final int CONNECTIONS = 4;
    private static final int KILLS = 4;

    // Bytes in flight on one connection, sent but never read: the link's buffers, and the largest receive buffer.
    private static final long SOCKET = 4L << 20;

    // Slow enough to hit the moments.
    private static final long RATE = 300L << 20;

    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Duration EVERY = Duration.ofMillis(10);
    private static final double MEBIBYTE = 1 << 20;

    @Override
    public void run(ScaleSettings settings, ScaleReport report) {
        long size = settings.scaled(SIZE);
        RequiredSpace.require(Workspace.target(), 2 * size + size / 10 + (2L << 30));
        try (Pair pair = Pair.named("scale-kill")
                .linked()
                .destinationSidecar(sidecar -> sidecar.set("transfers.pieceSize", (PIECE >> 20) + "MiB")
                        .set("transfers.connectionsPerSource", CONNECTIONS)
                        .set("transfers.connectTimeout", "2s")
                        .set("transfers.peerTimeout", "3s"))
                .start()) {
            NodeSstables rows = PlainTable.make(pair);
            HandMadeSnapshot snapshot =
                    HandMadeSnapshot.of(pair.source(), PlainTable.REF.keyspace(), PlainTable.REF.table());
            PlainTable.growByNoise(snapshot.add(rows, 1000), size, settings.seed());
            snapshot.complete();
            report.figure("Data.db", size / MEBIBYTE, "MiB");
            report.figure("seed", settings.seed());
            transfer(pair, settings.seed(), report);
            PlainTable.expectRows(pair, report);
        }
    }

    private static void transfer(Pair pair, long seed, ScaleReport report) {
        String id = pair.destinationClient()
                .createTransfer(
                        HandMadeSnapshot.named(pair.request(PlainTable.REF))
                                .maxRate(RATE)
                                .build(),
                        null)
                .id();
        SplittableRandom random = new SplittableRandom(seed);
        int sourceDies = random.nextInt(KILLS);
        int[] thousandths = random.ints(KILLS, 20, 980).sorted().toArray();
        for (int i = 0; i < KILLS; i++) {
            int moment = thousandths[i];
            Transfer met = pair.await(id, LONGEST, EVERY, transfer -> isFetched(transfer, moment));
            report.expect(!met.state().isFinal(), "a running transfer", met.state());
            SidecarProcess victim = i == sourceDies ? pair.sourceSidecar() : pair.destinationSidecar();
            victim.kill9();
            report.figure("killed " + (i == sourceDies ? "source" : "destination") + " at", moment / 10.0, "%");
            victim.start();
        }
        Transfer end = pair.await(id, LONGEST, EVERY, transfer -> false);
        report.expect(end.outcome() == Transfer.Outcome.COMPLETE, "a complete transfer", end);
        long again = pair.link().dataBytes() - end.progress().bytesTotal();
        long most = KILLS * CONNECTIONS * (PIECE + SOCKET);
        report.phases(end);
        report.atMost("sent again", again / MEBIBYTE, most / MEBIBYTE, "MiB");
        report.figure("of that for each kill", again / MEBIBYTE / KILLS, "MiB");
    }

    private static boolean isFetched(Transfer transfer, int thousandths) {
        long total = transfer.progress().bytesTotal();
        return total > 0 && transfer.progress().bytesFetched() * 1000 >= total * thousandths;
    }
}
