/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.Workspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A C program of the benchmark, compiled on demand. */
public final class CProgram {
    public static final String COMPILER = "gcc";

    private static final List<String> COMPILE =
            List.of(COMPILER, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-pthread");

    private CProgram() {}

    /** @return the executable */
    public static Path compile(String name, Path scratch) {
        Path program = scratch.resolve(name);
        Path source = Workspace.module().resolve("bench/src/main/c").resolve(name + ".c");
        List<String> command = new ArrayList<>(COMPILE);
        command.addAll(List.of("-o", program.toString(), source.toString()));
        Command.of(command).run().orThrow();
        return program;
    }
}
