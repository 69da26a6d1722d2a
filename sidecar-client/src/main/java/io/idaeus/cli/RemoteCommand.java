/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.idaeus.client.ClientJson;
import io.idaeus.client.SidecarClient;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that calls a sidecar and returns the exit code. */
abstract class RemoteCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    abstract int run(SidecarClient client);

    @Override
    public final Integer call() {
        return run(root().client());
    }

    final IdaeusCommand root() {
        return (IdaeusCommand) spec.root().userObject();
    }

    final PrintStream out() {
        return root().shell().out();
    }

    /** Prints the response as JSON or, with {@code forPeople}, as text. */
    final void print(Object answer, Runnable forPeople) {
        if (root().json()) {
            out().println(json(ClientJson.mapper().writerWithDefaultPrettyPrinter(), answer));
        } else {
            forPeople.run();
        }
    }

    /** Prints JSON on one line. */
    final void printLine(Object answer) {
        out().println(json(ClientJson.mapper().writer(), answer));
        out().flush();
    }

    final ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static String json(ObjectWriter writer, Object answer) {
        try {
            return writer.writeValueAsString(answer);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("An answer that was read cannot be written: " + answer, impossible);
        }
    }
}
