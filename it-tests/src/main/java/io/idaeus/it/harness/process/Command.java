/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A command that runs to its end within a bound. Immutable. */
public record Command(List<String> words, Duration bound, Map<String, String> environment) {
    private static final Duration DEFAULT_BOUND = Duration.ofMinutes(2);

    public Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
    }

    public static Command of(String... words) {
        return of(List.of(words));
    }

    public static Command of(List<String> words) {
        return new Command(words, DEFAULT_BOUND, Map.of());
    }

    /** Kills the command and throws after {@code bound}. */
    public Command within(Duration bound) {
        return new Command(words, bound, environment);
    }

    /** Adds to this JVM's own environment. */
    public Command withEnvironment(Map<String, String> environment) {
        return new Command(words, bound, environment);
    }

    /** With empty standard input. */
    public CommandResult run() {
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            Guard.watch(process);
            return finished(process);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + words.get(0), e);
        }
    }

    /** Runs on this process's terminal and returns the exit code. */
    public int runAttached() {
        ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            Guard.watch(process);
            if (process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            process.destroyForcibly();
            throw new IllegalStateException("`%s` did not end within %s".formatted(String.join(" ", words), bound));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + words.get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in `" + String.join(" ", words) + "`", e);
        }
    }

    private CommandResult finished(Process process) {
        CompletableFuture<String> stdout = reading(process.getInputStream());
        CompletableFuture<String> stderr = reading(process.getErrorStream());
        try {
            if (process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) {
                return new CommandResult(words, process.exitValue(), stdout.join(), stderr.join());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new IllegalStateException("interrupted in `" + String.join(" ", words) + "`", e);
        }
        process.destroyForcibly();
        throw new IllegalStateException("`%s` did not end within %s%nstdout: %s%nstderr: %s"
                .formatted(String.join(" ", words), bound, stdout.join(), stderr.join()));
    }

    private static CompletableFuture<String> reading(InputStream stream) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (stream) {
                        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                task -> new Thread(task, "command-output").start());
    }
}
