/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;

/** A long-running process whose output goes to a file. It never outlives this JVM. */
public final class ChildProcess {
    private static final Duration POLL = Duration.ofMillis(10);

    private final String name;
    private final ProcessHandle process;
    private volatile boolean ended;

    private ChildProcess(String name, ProcessHandle process) {
        this.name = name;
        this.process = process;
    }

    /** Somebody else has started it. */
    public static ChildProcess attach(String name, long pid) {
        ProcessHandle process = ProcessHandle.of(pid)
                .orElseThrow(() -> new IllegalStateException(name + " (pid " + pid + ") is not running"));
        Guard.watch(process);
        return new ChildProcess(name, process);
    }

    public static ChildProcess start(
            String name, List<String> command, Path directory, Path output, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().putAll(environment);
        try {
            Files.createDirectories(directory);
            Process process = builder.start();
            Guard.watch(process);
            return new ChildProcess(name, process.toHandle());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name + ": " + command.get(0), e);
        }
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        // A zombie whose parent reaps it between two checks would pass both of them.
        ended = ended || !process.isAlive() || isZombie();
        return !ended;
    }

    /** SIGTERM; after {@code bound}, SIGKILL and an exception. */
    public void stop(Duration bound) {
        if (!isAlive()) {
            return;
        }
        process.destroy();
        if (!endsWithin(bound)) {
            kill9();
            throw new IllegalStateException(name + " did not stop within " + bound + " of SIGTERM; killed");
        }
    }

    /**
     * Waits until the process is ready. When it ends first, or after {@code bound}, kills it and throws.
     *
     * @param what names the process in the message
     * @param log its last lines, for the message
     */
    public void awaitReady(String what, Duration bound, Callable<Boolean> ready, Supplier<String> log) {
        try {
            Awaitility.await(what)
                    .atMost(bound)
                    .pollInterval(Duration.ofMillis(50))
                    .failFast("the process ended", () -> !isAlive())
                    .until(ready);
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            kill9();
            throw new IllegalStateException(
                    "%s is not ready within %s: %s%n%s".formatted(what, bound, e.getMessage(), log.get()), e);
        }
    }

    public void kill9() {
        process.destroyForcibly();
        if (!endsWithin(Duration.ofSeconds(10))) {
            throw new IllegalStateException(name + " (pid " + pid() + ") survives SIGKILL");
        }
    }

    void signal(String signal) {
        Command.of("kill", "-" + signal, Long.toString(pid())).run().orThrow();
    }

    /** SIGSTOP. Returns when no thread runs any more: the kernel takes a moment. */
    public void pause() {
        signal("STOP");
        Awaitility.await(name + " is stopped")
                .atMost(Duration.ofSeconds(10))
                .pollInterval(POLL)
                .ignoreException(NoSuchFileException.class)
                // A small t where something traces it.
                .until(() -> threadStates().stream().allMatch(state -> state == 'T' || state == 't'));
    }

    /** SIGCONT. */
    public void resume() {
        signal("CONT");
    }

    public boolean isPaused() {
        try {
            return Character.toUpperCase(state(Path.of("/proc/" + pid()))) == 'T';
        } catch (IOException e) {
            return false;
        }
    }

    private List<Character> threadStates() throws IOException {
        List<Character> states = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + pid() + "/task"))) {
            for (Path thread : threads) {
                states.add(state(thread));
            }
        }
        return states;
    }

    // The character after the name, which is in parentheses and may hold any.
    private static char state(Path directory) throws IOException {
        String stat = Files.readString(directory.resolve("stat"));
        return stat.charAt(stat.lastIndexOf(')') + 2);
    }

    public boolean endsWithin(Duration bound) {
        long deadline = System.nanoTime() + bound.toNanos();
        while (isAlive()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            try {
                Thread.sleep(POLL.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
                throw new IllegalStateException("interrupted while " + name + " was stopping", e);
            }
        }
        return true;
    }

    // It has ended, and the process that started it has not noticed.
    private boolean isZombie() {
        try {
            return state(Path.of("/proc/" + pid())) == 'Z';
        } catch (IOException e) {
            return false;
        }
    }
}
