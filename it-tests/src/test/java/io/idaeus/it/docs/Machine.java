/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.docs;

import io.idaeus.it.harness.process.Guard;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A shell that a reader of the documentation pastes into, as root. Its /etc, /opt and /var/lib are overlays that end with
 * it, so commands can write there as on a host of their own. It has a user {@code cassandra}, which is the one that the
 * tests' Cassandra runs as. Needs root.
 */
final class Machine implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(3);
    private static final String END = "end of block ";

    private static final String START = """
            set -e
            mount -t tmpfs none "$MACHINE/over"
            for directory in etc opt var/lib; do
              mkdir -p "$MACHINE/over/upper/$directory" "$MACHINE/over/work/$directory"
              mount -t overlay none "/$directory" -o \\
                "lowerdir=/$directory,upperdir=$MACHINE/over/upper/$directory,workdir=$MACHINE/over/work/$directory"
            done
            sed -i '/^cassandra:/d' /etc/passwd /etc/group
            echo 'cassandra:x:0:0::/var/lib/cassandra:/bin/sh' >>/etc/passwd
            echo 'cassandra:x:0:' >>/etc/group
            mkdir -p /var/lib/cassandra
            cd "$HOME"
            exec bash -e -o pipefail
            """;

    private static final List<String> NAMESPACE =
            List.of("unshare", "--mount", "--propagation=private", "bash", "-c", START);

    private final String name;
    private final Process shell;
    private final BufferedReader output;
    private int blocks;

    private Machine(String name, Process shell) {
        this.name = name;
        this.shell = shell;
        this.output = new BufferedReader(shell.inputReader(StandardCharsets.UTF_8));
    }

    /** @param environment instead of this JVM's own, but for the path */
    static Machine start(String name, Path directory, Map<String, String> environment) {
        try {
            Files.createDirectories(directory.resolve("over"));
            Files.createDirectories(directory.resolve("home"));
            ProcessBuilder builder =
                    new ProcessBuilder(NAMESPACE).directory(directory.toFile()).redirectErrorStream(true);
            builder.environment().keySet().removeIf(key -> key.startsWith("IDAEUS_"));
            builder.environment().putAll(environment);
            builder.environment().put("MACHINE", directory.toString());
            builder.environment().put("HOME", directory.resolve("home").toString());
            Process shell = builder.start();
            Guard.watch(shell);
            return new Machine(name, shell);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whose mounts are the machine's. */
    long pid() {
        return shell.pid();
    }

    /**
     * Runs a block and returns what it printed.
     *
     * @throws AssertionError where one of its commands fails
     */
    String run(String block) {
        String end = END + ++blocks;
        CompletableFuture<String> printed = CompletableFuture.supplyAsync(() -> readTo(end));
        try {
            // From a file, so that no command takes the rest of the block for its input.
            Path file = Files.writeString(Files.createTempFile("block", ".sh"), block);
            shell.outputWriter().write(". " + file + " </dev/null\necho; echo '" + end + "'\n");
            shell.outputWriter().flush();
            String text = printed.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            // Watches the processes that the block leaves running.
            shell.descendants().forEach(Guard::watch);
            return text;
        } catch (TimeoutException e) {
            throw new AssertionError("not within %s at %s:%n%s".formatted(LONGEST, name, block), e);
        } catch (Exception e) {
            throw new AssertionError("failed at %s: %s%n%s".formatted(name, e.getMessage(), block), e);
        }
    }

    private String readTo(String end) {
        StringBuilder text = new StringBuilder();
        try {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.equals(end)) {
                    return text.toString();
                }
                text.append(line).append('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("a command failed, after the shell had printed:\n" + text);
    }

    /** Ends the shell and what it started. */
    @Override
    public void close() {
        List<ProcessHandle> running = shell.descendants().toList();
        shell.destroyForcibly();
        running.forEach(ProcessHandle::destroyForcibly);
        running.forEach(process -> process.onExit().join());
    }
}
