/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.cassandra.NodeSettings.JmxCredentials;
import io.idaeus.it.harness.cassandra.NodeSettings.Location;
import io.idaeus.it.harness.process.Java;
import io.idaeus.it.harness.process.YamlTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The configuration, launchers and command line of a node. */
final class NodeFiles {
    // Halves the CPU of a start: no optimizing compiler, a small heap (all of it is locked in memory), no 100,000
    // rows measured for the row overhead, no clock that wakes up 500 times a second, no size estimates that nobody
    // reads.
    private static final List<String> QUICK_TO_START = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xms160M",
            "-Xmn96M",
            "-Dcassandra.memtable_row_overhead_computation_step=1000",
            "-Dcassandra.approximate_time_precision_ms=10",
            "-Dcassandra.size_recorder_interval=0");

    // Cassandra's own defaults.
    private static final List<String> QUICK_TO_RUN = List.of(
            "-XX:+UseG1GC", "-XX:+ParallelRefProcEnabled", "-XX:MaxTenuringThreshold=1", "-XX:MaxGCPauseMillis=300");

    private static final String PID = "pid";

    private final NodeSettings node;

    NodeFiles(NodeSettings node) {
        this.node = node;
    }

    /** @param start what this start adds */
    void write(NodeStart start) {
        try {
            for (Path directory : List.of(node.conf(), node.logs(), node.home(), temporary())) {
                Files.createDirectories(directory);
            }
            Files.createDirectories(node.nodetool().getParent());
            for (String resource : List.of(Resources.JVM_OPTIONS, Resources.NODE_LOGBACK, Resources.TOOLS_LOGBACK)) {
                Resources.copy(resource, node.conf());
            }
            cassandraYaml().putAll(start.yaml()).write(yamlFile());
            launcher(node.nodetool(), "org.apache.cassandra.tools.NodeTool", nodetoolArguments());
            launcher(node.sstableMetadata(), "org.apache.cassandra.tools.SSTableMetadataViewer", "\"$@\"");
            Location location = node.location();
            if (location != null) {
                Files.writeString(rackFile(), "dc=%s%nrack=%s%n".formatted(location.datacenter(), location.rack()));
            }
            if (node.jmxCredentials() != null) {
                jmxPasswordFiles(node.jmxCredentials());
            }
            if (node.tls() != null) {
                node.tls().write(node.conf());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the files of node " + node.name(), e);
        }
    }

    /**
     * @param start what this start adds
     * @param sharing class data sharing options
     */
    List<String> command(NodeStart start, List<String> sharing) {
        List<String> command = new ArrayList<>();
        command.add(Java.executable());
        command.add("@" + node.conf().resolve(Resources.JVM_OPTIONS));
        command.add("-javaagent:" + node.version().jar("jamm-"));
        command.add("-Xms" + node.heapMiB() + "M");
        command.add("-Xmx" + node.heapMiB() + "M");
        command.add("-XX:MaxDirectMemorySize=" + node.heapMiB() + "M");
        command.add("-Duser.home=" + node.home());
        command.add("-Djava.io.tmpdir=" + temporary());
        command.add("-Dcassandra.config=" + yamlFile().toUri());
        command.add("-Dcassandra.storagedir=" + node.directory());
        command.add("-Dcassandra.logdir=" + node.logs());
        command.add("-Dlogback.configurationFile=" + node.conf().resolve(Resources.NODE_LOGBACK));
        command.add("-Dcassandra-foreground=yes");
        command.add("-Dcassandra.jmx.local.port=" + node.jmxPort());
        command.add("-Dcassandra.skip_wait_for_gossip_to_settle=0");
        command.add("-Dcassandra.ring_delay_ms=1000");
        command.add("-Dcassandra.shutdown_announce_in_ms=0");
        // Outside the ring the setup fails, and begins again after this time: with 0 it takes a core.
        command.add("-Dcassandra.superuser_setup_delay_ms=200");
        if (node.jmxCredentials() != null) {
            command.addAll(jmxAuthentication());
        }
        if (node.tls() != null) {
            command.addAll(node.tls().jvmOptions(node.conf()));
        }
        if (node.location() != null) {
            command.add("-Dcassandra-rackdc.properties=" + rackFile().toUri());
        }
        command.addAll(node.optimizing() ? QUICK_TO_RUN : QUICK_TO_START);
        command.addAll(sharing);
        command.addAll(node.jvmOptions());
        command.addAll(start.jvmOptions());
        command.add("-cp");
        command.add(node.version().classPath());
        command.add("org.apache.cassandra.service.CassandraDaemon");
        return command;
    }

    /**
     * Writes an executable for {@code cassandra.lifecycle}.
     *
     * @param command the node's, to which a start through it adds its options
     */
    void lifecycle(List<String> command) throws IOException {
        int classPath = command.indexOf("-cp");
        String text = """
                #!/bin/sh
                pidfile='%s'
                case "$1" in
                stop)
                  pid=$(cat "$pidfile" 2>/dev/null) || exit 0
                  kill "$pid" 2>/dev/null
                  while [ -e "/proc/$pid" ] && ! grep -q '^State:.Z' "/proc/$pid/status"; do sleep 0.1; done
                  ;;
                start)
                  shift
                  cd '%s'
                  %s "$@" %s < /dev/null >> '%s' 2>&1 &
                  echo $! > "$pidfile"
                  ;;
                esac
                """.formatted(
                        node.conf().resolve(PID),
                        node.directory(),
                        quoted(command.subList(0, classPath)),
                        quoted(command.subList(classPath, command.size())),
                        node.logs().resolve("stdout.log"));
        Path script = lifecycleScript();
        Files.writeString(script, text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    Path lifecycleScript() {
        return node.conf().resolve("lifecycle");
    }

    /** The process id, where the process still runs. */
    Optional<Long> startedPid() throws IOException {
        Path file = node.conf().resolve(PID);
        return Files.exists(file)
                ? Optional.of(Long.parseLong(Files.readString(file).strip()))
                        .filter(pid -> ProcessHandle.of(pid).isPresent())
                : Optional.empty();
    }

    void pid(long pid) throws IOException {
        Files.writeString(node.conf().resolve(PID), Long.toString(pid));
    }

    private static String quoted(List<String> words) {
        return words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    private YamlTree cassandraYaml() {
        return CassandraYaml.of(node.version(), node.directory(), node.dataDirectories())
                .put("cluster_name", node.clusterName())
                .put("listen_address", node.address())
                .put("rpc_address", node.address())
                .put("seed_provider", List.of(seedProvider()))
                .putAll(node.yaml());
    }

    private Map<String, Object> seedProvider() {
        return Map.of(
                "class_name",
                "org.apache.cassandra.locator.SimpleSeedProvider",
                "parameters",
                List.of(Map.of("seeds", node.seed())));
    }

    // It takes --ssl as Cassandra's own scripts do.
    private void launcher(Path script, String mainClass, String arguments) throws IOException {
        String text = """
                #!/bin/sh
                archive='%s'
                [ -e "$archive" ] || archive=
                ssl=
                for word; do
                  shift
                  case "$word" in
                  --ssl) ssl="-Dssl.enable=true $(cat "$HOME/.cassandra/nodetool-ssl.properties" 2>/dev/null | tr '\\n' ' ')" ;;
                  *) set -- "$@" "$word" ;;
                  esac
                done
                exec '%s' '@%s' -Xmx256M -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Duser.home='%s' -Djava.io.tmpdir='%s' \\
                  -XX:-PrintWarnings $ssl %s ${archive:+"-XX:SharedArchiveFile=$archive"} \\
                  -Dlogback.configurationFile='%s' -Dcassandra.config='%s' -Dcassandra.storagedir='%s' \\
                  -cp '%s' %s %s
                """.formatted(
                        node.version().classes().file(),
                        Java.executable(),
                        node.conf().resolve(Resources.JVM_OPTIONS),
                        node.home(),
                        temporary(),
                        String.join(" ", ClassArchive.OPTIONS),
                        node.conf().resolve(Resources.TOOLS_LOGBACK),
                        yamlFile().toUri(),
                        node.directory(),
                        node.version().classPath(),
                        mainClass,
                        arguments);
        Files.writeString(script, text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Connects to this node, unless the first argument is an option: then the caller names the connection. */
    private String nodetoolArguments() {
        JmxCredentials credentials = node.jmxCredentials();
        String login = credentials == null ? "" : " -u " + credentials.user() + " -pw " + credentials.password();
        return "$(case \"${1:-}\" in -*) ;; *) echo -h 127.0.0.1 -p %d%s ;; esac) \"$@\""
                .formatted(node.jmxPort(), login);
    }

    private void jmxPasswordFiles(JmxCredentials credentials) throws IOException {
        Path passwords = node.conf().resolve("jmxremote.password");
        Files.deleteIfExists(passwords);
        Files.createFile(passwords, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(passwords, credentials.user() + " " + credentials.password() + "\n");
        Files.writeString(node.conf().resolve("jmxremote.access"), credentials.user() + " readwrite\n");
    }

    private List<String> jmxAuthentication() {
        return List.of(
                "-Dcom.sun.management.jmxremote.authenticate=true",
                "-Dcom.sun.management.jmxremote.password.file=" + node.conf().resolve("jmxremote.password"),
                "-Dcom.sun.management.jmxremote.access.file=" + node.conf().resolve("jmxremote.access"));
    }

    private Path temporary() {
        return node.directory().resolve("tmp");
    }

    private Path yamlFile() {
        return node.conf().resolve("cassandra.yaml");
    }

    private Path rackFile() {
        return node.conf().resolve("cassandra-rackdc.properties");
    }
}
