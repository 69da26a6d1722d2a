/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that prints an answer and returns the exit code. */
abstract class LocalCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    abstract int run();

    @Override
    public final Integer call() {
        return run();
    }

    final IdaeusCommand root() {
        return (IdaeusCommand) spec.root().userObject();
    }

    final PrintStream out() {
        return root().shell().out();
    }

    /** Prints the response as JSON or YAML or, with {@code forPeople}, as text. */
    final void print(Object answer, Runnable forPeople) {
        switch (root().output()) {
            case TABLE -> forPeople.run();
            case JSON -> out().println(Structured.json(answer));
            case YAML -> out().print(Structured.yaml(answer));
        }
    }

    /** Prints one of several answers: JSON on one line, or a YAML document of its own. */
    final void printLine(Object answer) {
        if (root().output() == IdaeusCommand.Output.YAML) {
            out().print("---\n" + Structured.yaml(answer));
        } else {
            out().println(Structured.line(answer));
        }
        out().flush();
    }

    final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
