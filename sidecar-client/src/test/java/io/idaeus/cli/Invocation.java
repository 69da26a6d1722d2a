/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import io.idaeus.cli.command.Shell;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The command, run in this process: how it ended and what it printed. */
record Invocation(int exitCode, String out, String err) {

    static Invocation of(String... args) {
        return of(Map.of(), args);
    }

    static Invocation of(Map<String, String> environment, String... args) {
        return run(InputStream.nullInputStream(), false, environment, args);
    }

    /** @param typed what the operator types */
    static Invocation onATerminal(String typed, String... args) {
        byte[] line = (typed + "\n").getBytes(StandardCharsets.UTF_8);
        return run(new ByteArrayInputStream(line), true, Map.of("NO_COLOR", "1"), args);
    }

    private static Invocation run(
            InputStream in, boolean interactive, Map<String, String> environment, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Shell shell = new Shell(
                in,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                interactive,
                environment::get);
        int exitCode = IdaeusCommand.run(shell, args);
        return new Invocation(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
