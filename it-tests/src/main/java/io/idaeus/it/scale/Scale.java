/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import java.io.PrintStream;
import java.util.Locale;

/** {@code make test-scale}: prints each scenario's figures. Exits with 1 if a bound is broken. */
public final class Scale {
    private final PrintStream out;

    private Scale(PrintStream out) {
        this.out = out;
    }

    /** In lower case, the values of ONLY. */
    enum Name {
        SMALL,
        SPARSE,
        CUT_SMALL,
        CUT_FILE,
        KILL,
        FINISHED;

        private Scenario scenario() {
            return switch (this) {
                case SMALL -> new ManySmall(false);
                case CUT_SMALL -> new ManySmall(true);
                case CUT_FILE -> new CutFile();
                case SPARSE -> new SparseFile();
                case KILL -> new KilledPulling();
                case FINISHED -> new FinishedTransfers();
            };
        }
    }

    public static void main(String[] arguments) {
        ScaleSettings settings;
        try {
            settings = ScaleSettings.of(System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        Scale scale = new Scale(System.out);
        long broken = settings.only().stream()
                .filter(name -> !scale.holds(name, settings))
                .count();
        System.exit(broken == 0 ? 0 : 1);
    }

    private boolean holds(Name name, ScaleSettings settings) {
        ScaleReport report = new ScaleReport();
        String shown = name.name().toLowerCase(Locale.ROOT);
        try {
            name.scenario().run(settings, report);
        } catch (RequiredSpace.Missing e) {
            out.printf("%s: skipped, %s%n", shown, e.getMessage());
            return true;
        } catch (RuntimeException | AssertionError e) {
            report.expect(false, "an end", e);
            e.printStackTrace(out);
        }
        out.printf("%s: %s%n", shown, report.figures());
        report.broken().forEach(each -> out.printf("  BROKEN: %s%n", each));
        return report.broken().isEmpty();
    }
}
