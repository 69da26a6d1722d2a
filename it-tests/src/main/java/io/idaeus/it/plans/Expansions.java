/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.plans;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Adds nodes to rings of several versions and forms, and prints a table. */
public final class Expansions {
    private final PrintStream out;
    private final List<String> table = new ArrayList<>();
    private int failed;

    private Expansions(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] arguments) {
        String versions = Objects.requireNonNullElse(System.getenv("VERSIONS"), "");
        List<ExpansionSetting> settings;
        try {
            settings = ExpansionSetting.pairwise(versions.isEmpty() ? "4.0,4.1,5.0,6.0" : versions);
        } catch (IllegalArgumentException e) {
            System.err.println("VERSIONS: " + e.getMessage());
            System.exit(2);
            return;
        }
        System.exit(new Expansions(System.out).run(settings) == 0 ? 0 : 1);
    }

    private int run(List<ExpansionSetting> settings) {
        settings.forEach(this::one);
        out.println();
        table.forEach(out::println);
        return failed;
    }

    private void one(ExpansionSetting setting) {
        try {
            ExpansionCase.Result result = ExpansionCase.of(setting);
            failed += result.broken().isEmpty() ? 0 : 1;
            out.println(result.steps());
            table.add((result.broken().isEmpty() ? "ok      " : "BROKEN  ") + setting + "; " + result.seen());
            result.broken().forEach(promise -> table.add("  - " + promise));
        } catch (RuntimeException | AssertionError e) {
            failed++;
            table.add("BROKEN  " + setting + "; " + e);
            e.printStackTrace(out);
        }
        out.println(table.get(table.size() - 1));
    }
}
