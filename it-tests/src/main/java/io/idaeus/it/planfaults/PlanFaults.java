/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.planfaults;

import io.idaeus.it.harness.cassandra.CassandraVersion;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** {@code make test-faults PLANS=}: that many runs, seeded from SEED on. Exits with 1 if a promise is broken. */
public final class PlanFaults {
    private final PrintStream out;
    private final Map<PlanFault, int[]> tallies = new EnumMap<>(PlanFault.class);

    private PlanFaults(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) {
        long seed;
        int runs;
        try {
            seed = number("SEED", 1);
            runs = Math.toIntExact(number("PLANS", 1));
        } catch (ArithmeticException | NumberFormatException e) {
            System.err.println("SEED and PLANS must be numbers: " + e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new PlanFaults(System.out).run(seed, runs) == 0 ? 0 : 1);
    }

    private static long number(String name, long preset) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? preset : Long.parseLong(value);
    }

    private int run(long seed, int runs) {
        try (PlanScene scene = PlanScene.open(CassandraVersion.V5_0)) {
            for (long each = seed; each < seed + runs; each++) {
                one(scene, PlanSchedule.of(each));
            }
            out.printf("%njournal: %s%n", scene.journal().summary());
        }
        out.printf("%n%-28s %5s %7s%n", "fault", "runs", "broken");
        tallies.forEach((fault, tally) -> out.printf("%-28s %5d %7d%n", fault, tally[0], tally[1]));
        int broken = tallies.values().stream().mapToInt(tally -> tally[1]).sum();
        out.printf("%n%d plans from seed %d, %d with a broken promise%n", runs, seed, broken);
        return broken;
    }

    private void one(PlanScene scene, PlanSchedule schedule) {
        int[] tally = tallies.computeIfAbsent(schedule.fault(), fault -> new int[2]);
        long began = System.nanoTime();
        List<String> broken = new PlanFaultRun(scene, schedule).run();
        tally[0]++;
        out.printf(
                "%s: %s, %.1f s%n",
                schedule, broken.isEmpty() ? "as promised" : "BROKEN", (System.nanoTime() - began) / 1e9);
        if (!broken.isEmpty()) {
            tally[1]++;
            out.printf("  repeat with: make test-faults PLANS=1 SEED=%d%n", schedule.seed());
            broken.forEach(promise -> out.printf("  - %s%n", promise));
        }
    }
}
