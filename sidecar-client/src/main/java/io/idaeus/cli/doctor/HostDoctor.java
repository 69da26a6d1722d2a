/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.idaeus.cli.command.Shell;
import io.idaeus.client.ClientJson;
import io.idaeus.client.Diagnosis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets the installed sidecar examine this host, since it knows how to read its configuration. */
public final class HostDoctor {

    // Longer than the checks of a sidecar take where some of them hang.
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    // The files that the unit reads.
    private static final Path PACKAGED = Path.of("/etc/idaeus/idaeus.yaml");
    private static final Path SERVICE = Path.of("/etc/default/idaeus-sidecar");

    // They are the command's; a sidecar takes other variables that begin with IDAEUS_ for keys of its configuration.
    private static final Set<String> OWN_VARIABLES = Set.of(
            "IDAEUS_URL",
            "IDAEUS_CONTEXT",
            "IDAEUS_CACERT",
            "IDAEUS_CERT",
            "IDAEUS_KEY",
            "IDAEUS_KEY_PASSWORD_FILE",
            "IDAEUS_TOKEN_FILE",
            "IDAEUS_OPTS");

    private HostDoctor() {}

    /** Returns false where no sidecar is installed beside the command. */
    static boolean examine(Shell shell, @Nullable Path config, Consumer<Diagnosis> report) {
        // The launcher of the command says where it lies.
        String bin = System.getProperty("idaeus.bin");
        if (bin != null && Files.isExecutable(Path.of(bin, "idaeus-sidecar"))) {
            List<String> command =
                    new ArrayList<>(List.of(Path.of(bin, "idaeus-sidecar").toString(), "doctor", "--json"));
            Map<String, String> variables = Map.of();
            if (config != null) {
                command.addAll(List.of("--config", config.toString()));
            } else if (shell.variable("IDAEUS_CONFIG").isEmpty() && !Files.notExists(PACKAGED)) {
                // The launcher would take conf/idaeus.yaml of its installation, which the unit does not.
                command.addAll(List.of("--config", PACKAGED.toString()));
                variables = variables(SERVICE, report);
            }
            run(command, variables, PATIENCE).forEach(report);
            return true;
        }
        if (config != null) {
            report.accept(Diagnosis.fail(
                    "host",
                    "idaeus-sidecar is not installed beside this command, so nothing can read " + config,
                    "run idaeus doctor on the sidecar's host, or omit --config"));
            return true;
        }
        return false;
    }

    public static Map<String, String> variables(Path file, Consumer<Diagnosis> report) {
        try {
            Map<String, String> variables = ServiceVariables.read(file);
            if (!variables.isEmpty()) {
                // Never their values: a password can be one.
                report.accept(Diagnosis.ok("environment", file + " sets " + String.join(", ", variables.keySet())));
            }
            return variables;
        } catch (IOException unreadable) {
            report.accept(Diagnosis.warn(
                    "environment",
                    file + ", which the unit reads, cannot be read: " + unreadable,
                    "run doctor as a user who may read it"));
            return Map.of();
        }
    }

    public static List<Diagnosis> run(List<String> command, Map<String, String> variables, Duration patience) {
        List<Diagnosis> found = new CopyOnWriteArrayList<>();
        String alone = "run it alone to see why: " + String.join(" ", command);
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            adapt(builder.environment(), variables);
            Process process = builder.start();
            process.getOutputStream().close();
            Thread reader = new Thread(() -> read(process, found::add), "doctor");
            reader.setDaemon(true);
            reader.start();
            reader.join(patience.toMillis());
            if (reader.isAlive()) {
                process.destroyForcibly();
                found.add(Diagnosis.fail(
                        "host",
                        "%s doctor did not end within %d s".formatted(command.get(0), patience.toSeconds()),
                        alone));
            } else if (found.isEmpty()) {
                found.add(Diagnosis.fail(
                        "host",
                        "%s doctor ended with exit code %d and found nothing"
                                .formatted(command.get(0), process.waitFor()),
                        alone));
            }
        } catch (IOException broken) {
            found.add(Diagnosis.fail("host", command.get(0) + " does not start: " + broken, "install it again"));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
        return found;
    }

    /** Variables that the user exported win over those that the unit reads. */
    public static void adapt(Map<String, String> environment, Map<String, String> variables) {
        environment.keySet().removeAll(OWN_VARIABLES);
        variables.forEach(environment::putIfAbsent);
    }

    private static void read(Process process, Consumer<Diagnosis> report) {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines()
                    .filter(line -> line.startsWith("{"))
                    .map(HostDoctor::read)
                    .forEach(report);
        } catch (IOException | UncheckedIOException ended) {
            // It was ended because it took too long.
        }
    }

    private static Diagnosis read(String line) {
        try {
            return ClientJson.mapper().readValue(line, Diagnosis.class);
        } catch (JsonProcessingException foreign) {
            return Diagnosis.warn(
                    "host", "found, in another form: " + line, "install the same version of idaeus and idaeus-sidecar");
        }
    }
}
