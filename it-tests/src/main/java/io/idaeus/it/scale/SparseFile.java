/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.it.harness.cassandra.NodeSstables;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.sidecar.Pair;
import java.time.Duration;

/** {@code sparse}: one Data.db of 20 GiB, mostly a hole at the source. */
final class SparseFile implements Scenario {
    private static final long SIZE = 20L << 30;
    private static final double GIBIBYTE = 1 << 30;
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final Duration EVERY = Duration.ofMillis(250);

    @Override
    public void run(ScaleSettings settings, ScaleReport report) {
        long size = settings.scaled(SIZE);
        // The destination stores no hole, and needs a tenth more free space.
        RequiredSpace.require(Workspace.target(), size + size / 10 + (2L << 30));
        try (Pair pair = Pair.named("scale-sparse")
                .sidecars(sidecar -> sidecar.optimizing().jvmOptions(Peaks.JVM_OPTIONS))
                .start()) {
            NodeSstables rows = PlainTable.make(pair);
            HandMadeSnapshot snapshot =
                    HandMadeSnapshot.of(pair.source(), PlainTable.REF.keyspace(), PlainTable.REF.table());
            PlainTable.growByHoles(snapshot.add(rows, 1000), size);
            snapshot.complete();
            report.figure("Data.db", size / GIBIBYTE, "GiB");
            transfer(pair, report);
            PlainTable.expectRows(pair, report);
        }
    }

    private static void transfer(Pair pair, ScaleReport report) {
        try (Peaks source = Peaks.watching(pair.sourceSidecar());
                Peaks destination = Peaks.watching(pair.destinationSidecar())) {
            String id = pair.destinationClient()
                    .createTransfer(
                            HandMadeSnapshot.named(pair.request(PlainTable.REF)).build(), null)
                    .id();
            Transfer end = pair.await(id, LONGEST, EVERY, transfer -> false);
            report.expect(end.outcome() == Transfer.Outcome.COMPLETE, "a complete transfer", end);
            report.phases(end);
            source.reportTo("source", report);
            destination.reportTo("destination", report);
        }
    }
}
