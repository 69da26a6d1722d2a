/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.soak;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferState;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * {@code make test-soak}: runs TRANSFERS transfers one after another and cancels every other one at a moment that SEED
 * chooses. Exits with 1 if the sidecars hold more afterwards than before.
 */
public final class Soak {
    private static final int WARM_UP = 10;

    // About a second for each transfer, so that a cancel can hit its middle.
    private static final long SLOW = 512 << 10;

    // Idle threads and connections end after a minute.
    private static final Duration SETTLED = Duration.ofSeconds(90);

    private final PrintStream out;
    private final boolean quick;
    private final List<String> broken = new ArrayList<>();
    private final Map<TransferState, Integer> cancelled = new EnumMap<>(TransferState.class);
    private int completed;
    private int tooLate;

    /** @param quick imports over JMX instead of nodetool */
    public Soak(PrintStream out, boolean quick) {
        this.out = out;
        this.quick = quick;
    }

    public static void main(String[] arguments) {
        long seed;
        int transfers;
        try {
            seed = number("SEED", 1);
            transfers = Math.toIntExact(number("TRANSFERS", 200));
        } catch (ArithmeticException | NumberFormatException e) {
            System.err.println("SEED and TRANSFERS must be numbers: " + e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new Soak(System.out, false).run(seed, transfers).isEmpty() ? 0 : 1);
    }

    /**
     * Not for a second use.
     *
     * @return what is broken, in words
     */
    public List<String> run(long seed, int transfers) {
        try (SoakScene scene = SoakScene.open(quick)) {
            pairs(scene, -WARM_UP, WARM_UP);
            cancelled.clear();
            completed = 0;
            tooLate = 0;
            ResourceReading before = settled(scene, ResourceReading::isIdle);
            long began = System.nanoTime();
            pairs(scene, seed, transfers);
            double seconds = (System.nanoTime() - began) / 1e9;
            ResourceReading after =
                    settled(scene, now -> now.growthSince(before, transfers).isEmpty());
            after.printBeside(before, out);
            broken.addAll(after.growthSince(before, transfers));
            out.printf(
                    "%d transfers from seed %d in %.0f s: %d completed, every row compared; cancelled in %s, %d too late%n",
                    2 * completed, seed, seconds, completed, cancelled, tooLate);
        }
        out.println(broken.isEmpty() ? "Nothing is left behind." : "BROKEN:");
        broken.forEach(each -> out.println("- " + each));
        return List.copyOf(broken);
    }

    private void pairs(SoakScene scene, long seed, int transfers) {
        for (long each = seed; each < seed + transfers / 2; each++) {
            pair(scene, each);
        }
    }

    /** Runs one transfer to its end and cancels another, QUEUED behind the first or later by itself. */
    private void pair(SoakScene scene, long seed) {
        Cancellation cancellation = Cancellation.of(seed);
        boolean queued = cancellation.in() == TransferState.QUEUED;
        String first = scene.start(null);
        String second = queued ? cancel(scene, cancellation) : "";
        expectComplete(scene, seed, scene.end(first));
        scene.clear();
        expectEnd(seed, scene.end(queued ? second : cancel(scene, cancellation)));
        scene.clear();
    }

    private String cancel(SoakScene scene, Cancellation cancellation) {
        String id = scene.start(SLOW);
        Transfer met = scene.await(id, cancellation::isReached);
        scene.cancel(id);
        cancelled.merge(met.state(), 1, Integer::sum);
        return id;
    }

    private void expectComplete(SoakScene scene, long seed, Transfer end) {
        completed++;
        if (end.outcome() != Transfer.Outcome.COMPLETE) {
            broken.add("seed " + seed + ": found " + end + " (expected: a complete transfer)");
        }
        scene.differences().forEach(difference -> broken.add("seed " + seed + ": " + difference));
    }

    // A cancel after the last import began comes too late.
    private void expectEnd(long seed, Transfer end) {
        if (end.state() == TransferState.COMPLETED) {
            tooLate++;
        } else if (end.state() != TransferState.CANCELLED) {
            broken.add("seed " + seed + ": found " + end + " (expected: a cancelled transfer)");
        }
    }

    // The source clears soon after a transfer, and idle resources end by themselves.
    private static ResourceReading settled(SoakScene scene, Predicate<ResourceReading> enough) {
        try {
            return Awaitility.await("the footprint before")
                    .atMost(SETTLED)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(scene::read, enough);
        } catch (ConditionTimeoutException e) {
            return scene.read();
        }
    }

    private static long number(String name, long preset) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? preset : Long.parseLong(value);
    }
}
