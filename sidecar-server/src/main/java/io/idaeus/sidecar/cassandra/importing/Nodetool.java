/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings.Endpoint;
import io.idaeus.sidecar.config.Credentials;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs nodetool, and kills it with its descendants at the limit. */
record Nodetool(Path executable, Endpoint jmx) {
    // More than all arguments together, so that a list of every directory fits.
    private static final int MAX_OUTPUT = 256 * 1024;

    /** @throws IllegalArgumentException for credentials with white space */
    Nodetool {
        Credentials credentials = jmx.credentials();
        if (credentials != null && (credentials.user() + credentials.password()).matches("(?s).*\\s.*")) {
            throw new IllegalArgumentException(
                    "cassandra.jmx: white space in the user or the password (expected: none, since nodetool's password"
                            + " file cannot hold it); change them, or import over JMX");
        }
    }

    // The exit code is empty if killed; the output is both streams, the first 256 KiB.
    record Result(OptionalInt exitCode, String output) {}

    /** Empty where the executable is there, and this user may run it. */
    Optional<String> failure() {
        if (!Files.isRegularFile(executable)) {
            return Optional.of("cassandra.nodetool: there is no file " + executable);
        }
        return Files.isExecutable(executable)
                ? Optional.empty()
                : Optional.of("cassandra.nodetool: this sidecar's user may not execute " + executable);
    }

    /** @throws ProblemException INTERNAL if the executable does not start */
    Result run(List<String> arguments, Duration limit) {
        try (NodetoolFiles files = NodetoolFiles.write(jmx)) {
            ProcessBuilder process = new ProcessBuilder(command(files, arguments)).redirectErrorStream(true);
            files.addTo(process.environment());
            return await(process, limit);
        } catch (IOException e) {
            throw new ProblemException(
                    ProblemType.INTERNAL,
                    "nodetool does not start: " + executable + ": " + e.getMessage()
                            + ". Check cassandra.nodetool in the sidecar's configuration, or leave it out to import over JMX.",
                    e);
        }
    }

    private static Result await(ProcessBuilder command, Duration limit) throws IOException {
        Process process = command.start();
        try {
            process.getOutputStream().close();
            CompletableFuture<String> output = readInBackground(process.getInputStream(), limit);
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Result(OptionalInt.of(process.exitValue()), output.join());
            }
            kill(process);
            return new Result(OptionalInt.empty(), output.join() + "\n(killed after " + limit.toSeconds() + " s)");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result(OptionalInt.empty(), "(killed: the import was interrupted)");
        } finally {
            kill(process);
        }
    }

    private List<String> command(NodetoolFiles files, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of(executable.toString(), "-h", jmx.host(), "-p", Integer.toString(jmx.port())));
        command.addAll(files.arguments());
        command.addAll(arguments);
        return command;
    }

    private static CompletableFuture<String> readInBackground(InputStream stream, Duration limit) {
        CompletableFuture<String> output = new CompletableFuture<>();
        DaemonThreads.start("nodetool-output", () -> output.complete(read(stream)));
        // Something that nodetool left running could hold the pipe open.
        return output.completeOnTimeout(
                "(no end of the output)", limit.plusSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
    }

    private static String read(InputStream stream) {
        byte[] kept = new byte[0];
        try (stream) {
            kept = stream.readNBytes(MAX_OUTPUT);
            // Read to the end: a full pipe would stop the process.
            stream.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            return new String(kept, StandardCharsets.UTF_8) + "\n(output lost: " + e.getMessage() + ")";
        }
        return new String(kept, StandardCharsets.UTF_8);
    }

    private static void kill(Process process) {
        // By handle: Process.destroy would close the pipe that the last output is read from.
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
    }
}
