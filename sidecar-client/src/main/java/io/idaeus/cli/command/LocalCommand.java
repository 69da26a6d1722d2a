/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import io.idaeus.cli.output.Structured;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints an answer and returns the exit code. */
public abstract class LocalCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    protected abstract int run();

    @Override
    public final Integer call() {
        return run();
    }

    public final GlobalOptions global() {
        return GlobalOptions.of(spec);
    }

    public final PrintStream out() {
        return global().shell().out();
    }

    /** Prints the response as JSON or YAML or, with {@code forPeople}, as text. */
    public final void print(Object answer, Runnable forPeople) {
        switch (global().output()) {
            case TABLE -> forPeople.run();
            case JSON -> out().println(Structured.json(answer));
            case YAML -> out().print(Structured.yaml(answer));
        }
    }

    /** Prints one of several answers: JSON on one line, or a YAML document of its own. */
    public final void printLine(Object answer) {
        if (global().output() == GlobalOptions.Output.YAML) {
            out().print("---\n" + Structured.yaml(answer));
        } else {
            out().println(Structured.line(answer));
        }
        out().flush();
    }

    protected final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
