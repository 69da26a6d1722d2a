/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops and starts Cassandra with the executable of {@code cassandra.lifecycle}: {@code EXECUTABLE stop}, {@code
 * EXECUTABLE start OPTION...}. Each must end with exit code 0 within the limit; then Cassandra has stopped, or its process
 * has been started.
 *
 * @param executable null where the sidecar may not
 */
public record Lifecycle(@Nullable Path executable, Duration limit) {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);
    private static final int SHOWN = 4096;

    public boolean isConfigured() {
        return executable != null;
    }

    /**
     * @param options of the JVM, for this start alone
     * @throws ProblemException ILLEGAL_STATE without an executable; CASSANDRA_REFUSED where it failed, with its output
     */
    public void restart(List<String> options) {
        if (executable == null) {
            throw new ProblemException(
                    ProblemType.ILLEGAL_STATE,
                    "this sidecar may not restart Cassandra (expected: cassandra.lifecycle in its configuration); restart"
                            + " it by hand, with the options " + options);
        }
        run(executable, List.of("stop"));
        List<String> start = new ArrayList<>(List.of("start"));
        start.addAll(options);
        run(executable, start);
    }

    private void run(Path program, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(arguments);
        LOG.info("cassandra.lifecycle: {}", command);
        Path output = null;
        try {
            // Into a file: Cassandra may inherit it, and would keep a pipe open.
            output = Files.createTempFile("idaeus-lifecycle-", ".log");
            await(command, output);
        } catch (IOException e) {
            throw new ProblemException(
                    ProblemType.INTERNAL, "cassandra.lifecycle: " + program + " does not start: " + e.getMessage(), e);
        } finally {
            delete(output);
        }
    }

    private void await(List<String> command, Path output) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            process.getOutputStream().close();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw failed(
                        command, "did not end within " + limit.toSeconds() + " s (cassandra.lifecycleTimeout)", output);
            }
            if (process.exitValue() != 0) {
                throw failed(command, "ended with exit code " + process.exitValue(), output);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(command, "was interrupted", output);
        } finally {
            // Without its descendants: one of them may be Cassandra.
            process.destroyForcibly();
        }
    }

    private static ProblemException failed(List<String> command, String how, Path output) throws IOException {
        return new ProblemException(
                ProblemType.CASSANDRA_REFUSED,
                "cassandra.lifecycle: " + String.join(" ", command) + " " + how + ". Its output: " + shown(output));
    }

    private static String shown(Path output) throws IOException {
        try (InputStream in = Files.newInputStream(output)) {
            String text = new String(in.readNBytes(SHOWN), StandardCharsets.UTF_8).strip();
            return text.isEmpty() ? "none" : text;
        }
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.warn("{}: not deleted", file, e);
        }
    }
}
