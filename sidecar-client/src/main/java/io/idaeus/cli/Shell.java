/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the command runs in.
 *
 * @param interactive whether a person looks at it through a terminal
 * @param environment its variables, by name
 */
record Shell(PrintStream out, PrintStream err, boolean interactive, Function<String, @Nullable String> environment) {

    /** This process's own. */
    static Shell system() {
        return new Shell(
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                Optional.ofNullable(System.console()).map(Shell::isTerminal).orElse(false),
                System::getenv);
    }

    /** A variable; empty where it is not set, or set to nothing. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isEmpty());
    }

    /** Whether to use colours, as far as the surroundings say; see no-color.org. */
    boolean colours() {
        return interactive && variable("NO_COLOR").isEmpty();
    }

    /** Does the work; where the process is told to end meanwhile, the action runs. */
    static <T> T interruptible(Runnable onInterrupt, Supplier<T> work) {
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

    /** A console there always is from Java 22 on; whether it is a terminal, it then says itself. */
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
