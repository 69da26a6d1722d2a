/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The parent's side of a {@link ForkMain}. Used by one thread, but {@link #kill} by any. */
final class Fork implements AutoCloseable {
    private static final Duration END = Duration.ofMinutes(2);

    private final Process process;
    private final BufferedWriter names;
    private final BufferedReader events;

    private Fork(Process process) {
        this.process = process;
        this.names = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.events = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** With the class path and the system properties of this JVM. */
    static Fork start(Path directory) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The tests wait more than they compute: half the CPU without the optimizing compiler.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("idaeus.") || name.startsWith("it."))
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.addAll(
                List.of("-cp", System.getProperty("java.class.path"), ForkMain.class.getName(), directory.toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        // It would come from a registry, which need not be in reach; the tests stop what they start.
        builder.environment().put("TESTCONTAINERS_RYUK_DISABLED", "true");
        return new Fork(builder.start());
    }

    void run(ForkSchedule.TestClass test) throws IOException {
        names.write(test.name());
        names.newLine();
        names.flush();
    }

    /** Empty where the fork has ended. */
    Optional<ForkEvent> next() throws IOException {
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            Optional<ForkEvent> event = ForkEvent.parse(line);
            if (event.isPresent()) {
                return event;
            }
        }
        return Optional.empty();
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Waits until its nodes are stopped. */
    @Override
    public void close() throws IOException {
        try {
            names.close();
        } catch (IOException e) {
            // It has ended.
        }
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
