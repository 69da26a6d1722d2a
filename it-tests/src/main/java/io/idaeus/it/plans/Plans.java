/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Replaces dead nodes of several versions in several ways, and prints a table. */
public final class Plans {
    private final PrintStream out;
    private final List<String> table = new ArrayList<>();
    private int failed;

    private Plans(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) {
        List<ReplacementSetting> settings;
        try {
            settings = ReplacementSetting.all(
                            environment("VERSIONS", "4.0,4.1,5.0,6.0"),
                            environment("WAYS", "survey,direct,bootstrap"),
                            environment("VARIANTS", "plain"))
                    .toList();
        } catch (IllegalArgumentException e) {
            System.err.println("VERSIONS, WAYS or VARIANTS: " + e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new Plans(System.out).run(settings) == 0 ? 0 : 1);
    }

    private int run(List<ReplacementSetting> settings) {
        settings.forEach(this::one);
        out.printf("%n%-22s %-6s %8s %8s %12s %10s%n", "", "", "took, s", "writes", "unavailable", "gap, ms");
        table.forEach(out::println);
        return failed;
    }

    private void one(ReplacementSetting setting) {
        try {
            ReplacementCase.Result result = ReplacementCase.of(setting);
            failed += result.broken().isEmpty() ? 0 : 1;
            String line = "%-22s %-6s %8.1f %,8d %,12d %,10d  %s"
                    .formatted(
                            setting,
                            result.broken().isEmpty() ? "ok" : "BROKEN",
                            result.took().toMillis() / 1000.0,
                            result.writes().acknowledged(),
                            result.writes().unavailable(),
                            result.writes().longestGap().toMillis(),
                            result.note());
            table.add(line);
            result.broken().forEach(promise -> table.add("  - " + promise));
            out.println(result.steps() + line);
            result.broken().forEach(out::println);
        } catch (RuntimeException e) {
            failed++;
            table.add("%-22s BROKEN %s".formatted(setting, e));
            e.printStackTrace(out);
        }
    }

    private static String environment(String name, String preset) {
        String value = System.getenv(name);
        return value == null || value.isEmpty() ? preset : value;
    }
}
