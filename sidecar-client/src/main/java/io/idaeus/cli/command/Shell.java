/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.command;

import java.io.BufferedReader;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Streams and environment of the command.
 *
 * @param in what the user types
 * @param interactive whether output goes to a terminal, and input comes from it
 * @param environment value of a variable
 */
public record Shell(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean interactive,
        Function<String, @Nullable String> environment) {

    public static Shell system() {
        return new Shell(
                System.in,
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                Optional.ofNullable(System.console()).map(Shell::isTerminal).orElse(false),
                System::getenv);
    }

    /** Empty where the variable is unset or empty. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isEmpty());
    }

    /** Prints the question and reads one line; empty at the end of input. */
    public Optional<String> ask(String question) {
        err.print(question);
        err.flush();
        try {
            return Optional.ofNullable(
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Whether the environment allows colors; see no-color.org. */
    public boolean colours() {
        return interactive && variable("NO_COLOR").isEmpty();
    }

    /** Does the work; runs the action where a signal ends the process meanwhile. */
    public static <T> T interruptible(Runnable onInterrupt, Supplier<T> work) {
        Thread hook = new Thread(onInterrupt, "interrupted");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return work.get();
        } finally {
            removeHook(hook);
        }
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException alreadyEnding) {
            // Then the hook has run, as it should.
        }
    }

    /** From Java 22 on there is always a console, and it says whether it is a terminal. */
    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
