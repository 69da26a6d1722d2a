/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.demo;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;

/** Prints the demo's steps and their durations. */
final class Narrator {
    private final PrintStream out;
    private final int steps;
    private int step;

    Narrator(PrintStream out, int steps) {
        this.out = out;
        this.steps = steps;
    }

    <T> T step(String what, Callable<T> work) throws Exception {
        announce(what);
        long began = System.nanoTime();
        T result = work.call();
        out.printf(Locale.ROOT, "      %.1f s%n", (System.nanoTime() - began) / 1e9);
        return result;
    }

    /** Announces a step that prints its own output. */
    void announce(String what) {
        step++;
        out.printf("%n[%d/%d] %s%n", step, steps, what);
    }

    void say(String format, Object... values) {
        out.printf(Locale.ROOT, format + "%n", values);
    }
}
