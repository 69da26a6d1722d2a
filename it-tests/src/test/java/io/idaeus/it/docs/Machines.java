/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.docs;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.process.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of two nodes and the reader's own machine. {@code ssh} and {@code scp} between them work by their names, source
 * and destination or node1 and node2, and by the addresses of the nodes.
 */
final class Machines implements AutoCloseable {
    static final String READER = "";

    // Finds the process of a machine by the name behind @.
    private static final String PID = """
            #!/bin/bash
            set -e
            pid() { cat "$MACHINES/pids/${1#*@}"; }
            """;

    private static final String SSH = PID + """
            nsenter --mount --target "$(pid "$1")" bash -c "$2"
            """;

    private static final String SCP = PID + """
            to=${*: -1}
            for file in "${@:1:$#-1}"; do
              nsenter --mount --target "$(pid "${to%%:*}")" \\
                install -m "$(stat -c %a "$file")" /dev/stdin "${to#*:}/$(basename "$file")" <"$file"
            done
            """;

    /**
     * Where a node runs.
     *
     * @param staging for the sidecar beside it
     */
    record Host(String address, int jmxPort, Path staging, Path nodetool) {
        static Host of(CassandraNode node) {
            return new Host(node.address(), node.jmxPort(), node.directory().resolve("staging"), node.nodetoolScript());
        }
    }

    private final Map<String, Machine> machines = new LinkedHashMap<>();

    /**
     * Each has the tarball in its home.
     *
     * @param more variables that every shell has
     */
    Machines(Path directory, Map<String, String> more, Host source, Host destination) {
        create(directory.resolve("bin"));
        create(directory.resolve("pids"));
        write(directory.resolve("bin/ssh"), SSH);
        write(directory.resolve("bin/scp"), SCP);
        Map<String, String> shared = new LinkedHashMap<>(more);
        shared.put("MACHINES", directory.toString());
        shared.put("JAVA_HOME", System.getProperty("java.home"));
        shared.put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        shared.put("SOURCE", source.address());
        shared.put("DESTINATION", destination.address());
        start(directory, READER, shared, null, List.of());
        start(directory, "source", shared, source, List.of("node1", source.address()));
        start(directory, "destination", shared, destination, List.of("node2", destination.address()));
    }

    /** The machines that a comment {@code <!-- on: … -->} names. */
    List<Machine> named(String where) {
        return switch (where) {
            case "" -> List.of(machine(READER));
            case "the source", "the destination" -> List.of(machine(where.substring("the ".length())));
            case "each host" -> List.of(machine("source"), machine("destination"));
            case "every machine" -> List.copyOf(machines.values());
            default ->
                throw new AssertionError("<!-- on: " + where + " -->: expected each host, every machine,"
                        + " the source or the destination");
        };
    }

    private Machine machine(String name) {
        Machine machine = machines.get(name);
        if (machine == null) {
            throw new IllegalStateException(name);
        }
        return machine;
    }

    private void start(
            Path directory, String name, Map<String, String> shared, @Nullable Host node, List<String> addresses) {
        Path own = directory.resolve(name.isEmpty() ? "reader" : name);
        Map<String, String> environment = new LinkedHashMap<>(shared);
        String path = directory.resolve("bin") + ":" + Workspace.idaeus().getParent();
        if (node != null) {
            environment.put("ADDRESS", node.address());
            environment.put("NAME", name);
            // Not 7199: both nodes are on this machine.
            environment.put("IDAEUS_CASSANDRA_JMX_PORT", Integer.toString(node.jmxPort()));
            // Cassandra imports from it, and does not see the machine's files.
            environment.put("IDAEUS_STAGING_ROOTS", node.staging().toString());
            create(own.resolve("bin"));
            write(own.resolve("bin/nodetool"), "#!/bin/sh\nexec " + node.nodetool() + " \"$@\"\n");
            path = own.resolve("bin") + ":" + path;
        }
        environment.put("PATH", path + ":" + System.getenv("PATH"));
        create(own.resolve("home"));
        Path tarball = Workspace.sidecar().resolveSibling("idaeus-sidecar.tar.gz");
        try {
            Files.createLink(own.resolve("home").resolve(tarball.getFileName()), tarball);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Machine machine = Machine.start(name, own, environment);
        machines.put(name, machine);
        write(directory.resolve("pids").resolve(name.isEmpty() ? "reader" : name), Long.toString(machine.pid()));
        addresses.forEach(address -> write(directory.resolve("pids").resolve(address), Long.toString(machine.pid())));
    }

    private static void create(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        machines.values().forEach(Machine::close);
    }
}
