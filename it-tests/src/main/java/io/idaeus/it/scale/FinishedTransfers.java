/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.client.SidecarCallException;
import io.idaeus.it.harness.sidecar.Pair;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** {@code finished}: the start of a sidecar with 5,000 finished transfers, compared to one with a single transfer. */
final class FinishedTransfers implements Scenario {
    private static final int TRANSFERS = 5_000;

    // In memory.
    private static final double KIBIBYTES_EACH = 8;

    private static final int STARTS = 3;
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration EVERY = Duration.ofMillis(250);
    private static final double MEBIBYTE = 1 << 20;

    /** The fastest of several starts, and its heap. */
    private record Start(double seconds, double heapMiB) {}

    @Override
    public void run(ScaleSettings settings, ScaleReport report) {
        int transfers = (int) settings.scaled(TRANSFERS);
        try (Pair pair = Pair.named("scale-finished")
                .sidecars(sidecar -> sidecar.optimizing().jvmOptions("-Xmx128m"))
                .start()) {
            PlainTable.make(pair);
            String id = pair.destinationClient()
                    .createTransfer(pair.request(PlainTable.REF), null)
                    .id();
            Transfer end = pair.await(id, LONGEST, EVERY, transfer -> false);
            report.expect(end.outcome() == Transfer.Outcome.COMPLETE, "a complete transfer", end);
            PlainTable.expectRows(pair, report);

            SidecarProcess sidecar = pair.destinationSidecar();
            Start one = start(sidecar);
            sidecar.stop();
            String last = multiply(sidecar.stateDirectory(), id, transfers);
            Start many = start(sidecar);
            compare(one, many, transfers, report);
            int listed = pair.destinationClient()
                    .transfers(TransferState.COMPLETED, 2 * TRANSFERS)
                    .transfers()
                    .size();
            report.expect(listed == transfers + 1, (transfers + 1) + " transfers in the list", listed);
            expectUnreadPlan(pair, last, report);
        }
    }

    private static void compare(Start one, Start many, int transfers, ScaleReport report) {
        report.figure("ready with 1 transfer after", one.seconds(), "s");
        report.atMost("with " + transfers + " more in", many.seconds(), one.seconds() + ScaleBounds.READY_SECONDS, "s");
        report.figure("heap with 1", one.heapMiB(), "MiB");
        report.atMost(
                "with " + transfers + " more",
                many.heapMiB(),
                one.heapMiB() + 1 + transfers * KIBIBYTES_EACH / 1024,
                "MiB");
    }

    private static Start start(SidecarProcess sidecar) {
        double quickest = Double.MAX_VALUE;
        for (int i = 0; i < STARTS; i++) {
            sidecar.restart();
            quickest = Math.min(quickest, sidecar.startTime().toMillis() / 1000.0);
        }
        return new Start(quickest, sidecar.figures().heapAfterCollection() / MEBIBYTE);
    }

    /**
     * Copies a transfer's record under other ids.
     *
     * @return the last id, whose plan is no JSON
     */
    private static String multiply(Path state, String id, int copies) {
        String last = id;
        try {
            String record = Files.readString(record(state, id));
            String plan = Files.readString(plan(state, id));
            for (int i = 0; i < copies; i++) {
                last = "%s%012x".formatted(id.substring(0, id.length() - 12), i);
                Files.writeString(record(state, last), record.replace(id, last));
                Files.writeString(plan(state, last), plan.replace(id, last));
            }
            Files.writeString(plan(state, last), "no JSON");
            return last;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // A read would move the invalid plan aside, so its presence shows that nothing has read it.
    private static void expectUnreadPlan(Pair pair, String last, ScaleReport report) {
        Path plan = plan(pair.destinationSidecar().stateDirectory(), last);
        report.expect(Files.exists(plan), "no plan read at the start", plan + " was moved aside");
        try {
            pair.destinationClient().transferSstables(last, null, null);
        } catch (SidecarCallException e) {
            // Other tests check the response.
        }
        report.expect(Files.notExists(plan), "a read moves it aside", plan);
    }

    private static Path record(Path state, String id) {
        return state.resolve("ended-transfers").resolve(id + ".json");
    }

    private static Path plan(Path state, String id) {
        return state.resolve("plans").resolve(id + ".json");
    }
}
