/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.api.transfer.Transfer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** {@code make test-faults}: RUNS runs, seeded from SEED on. Exits with 1 if a promise is broken. */
public final class Faults {
    /** This many consecutive seeds cover every fault once. */
    public static final int KINDS = Fault.values().length;

    private static final double MEBIBYTE = 1 << 20;

    private final PrintStream out;
    private final Duration stopFor;
    private final Map<Fault, Tally> tallies = new EnumMap<>(Fault.class);
    private int broken;

    /** @param stopFor how long a stopped process stays stopped */
    public Faults(PrintStream out, Duration stopFor) {
        this.out = out;
        this.stopFor = stopFor;
    }

    public static void main(String[] arguments) {
        long seed;
        int runs;
        long stop;
        try {
            seed = number("SEED", 1);
            runs = Math.toIntExact(number("RUNS", 200));
            stop = number("STOP_SECONDS", 60);
        } catch (ArithmeticException | NumberFormatException e) {
            System.err.println("SEED, RUNS and STOP_SECONDS must be numbers: " + e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new Faults(System.out, Duration.ofSeconds(stop)).run(seed, runs) == 0 ? 0 : 1);
    }

    /**
     * Prints each run and a table.
     *
     * @return the number of runs with a broken promise
     */
    public int run(long seed, int runs) {
        try (FaultScene scene = FaultScene.open()) {
            FaultRun run = new FaultRun(scene, stopFor);
            for (long each = seed; each < seed + runs; each++) {
                one(scene, run, FaultSchedule.of(each));
            }
        }
        out.printf("%n%-28s %5s %5s %8s %18s%n", "fault", "runs", "late", "skipped", "max. sent again, MiB");
        tallies.forEach((fault, tally) -> out.printf(
                "%-28s %5d %5d %8d %18.1f%n",
                fault, tally.runs, tally.late, tally.skipped, tally.mostAgain / MEBIBYTE));
        out.printf("%n%d runs from seed %d, %d with a broken promise%n", runs, seed, broken);
        return broken;
    }

    private void one(FaultScene scene, FaultRun run, FaultSchedule schedule) {
        Tally tally = tallies.computeIfAbsent(schedule.fault(), fault -> new Tally());
        if (!scene.can(schedule.fault())) {
            tally.skipped++;
            out.printf("%s: skipped, this machine cannot inject it%n", schedule);
            return;
        }
        long began = System.nanoTime();
        FaultRun.Result result = run.run(schedule);
        Transfer transfer = result.transfer();
        tally.runs++;
        tally.late += result.late() ? 1 : 0;
        tally.mostAgain = Math.max(tally.mostAgain, result.bytesSentAgain());
        out.printf(
                "%s%s: %s, %.1f MiB sent again, %.1f s%n",
                schedule,
                result.late() ? " (late)" : "",
                transfer == null ? "no end" : transfer.state() + " " + transfer.outcome(),
                result.bytesSentAgain() / MEBIBYTE,
                (System.nanoTime() - began) / 1e9);
        if (!result.broken().isEmpty()) {
            broken++;
            out.printf("  BROKEN; repeat with: make test-faults RUNS=1 SEED=%d%n", schedule.seed());
            result.broken().forEach(promise -> out.printf("  - %s%n", promise));
        }
    }

    private static long number(String name, long preset) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? preset : Long.parseLong(value);
    }

    private static final class Tally {
        private int runs;
        private int late;
        private int skipped;
        private long mostAgain;
    }
}
