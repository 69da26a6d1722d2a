/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import io.idaeus.it.harness.cassandra.NodeSettings.Location;
import io.idaeus.it.harness.process.ChildProcess;
import io.idaeus.it.harness.process.Command;
import io.idaeus.it.harness.process.CommandResult;
import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.harness.process.LogTail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One Cassandra node as a process. Started by its cluster; not thread-safe. */
public final class CassandraNode implements AutoCloseable {
    /** The CQL port, on the node's own address. */
    public static final int NATIVE_PORT = 9042;

    private static final AtomicInteger STARTS = new AtomicInteger();
    private static final Duration START_BOUND = Duration.ofMinutes(3);
    private static final Duration STOP_BOUND = Duration.ofMinutes(1);

    private final NodeSettings settings;
    private final NodeFiles files;
    private final NodeJmx jmx;
    private @Nullable ChildProcess process;
    private @Nullable CqlClient cql;
    private Duration startTime = Duration.ZERO;
    private long logStart;

    CassandraNode(NodeSettings settings) {
        this.settings = settings;
        this.files = new NodeFiles(settings);
        this.jmx = new NodeJmx(settings);
    }

    /** How many processes of Cassandra this JVM has started, or adopted from a lifecycle script. */
    public static int starts() {
        return STARTS.get();
    }

    public String name() {
        return settings.name();
    }

    public String clusterName() {
        return settings.clusterName();
    }

    public CassandraVersion version() {
        return settings.version();
    }

    public String address() {
        return settings.address();
    }

    /** On 127.0.0.1. */
    public int jmxPort() {
        return settings.jmxPort();
    }

    public Path directory() {
        return settings.directory();
    }

    public List<Path> dataDirectories() {
        return settings.dataDirectories();
    }

    /** An executable that runs nodetool against this node, unless its first argument is an option. */
    public Path nodetoolScript() {
        return settings.nodetool();
    }

    /** An executable for {@code cassandra.lifecycle}. After a start through it, {@link #adopt} the node. */
    public Path lifecycleScript() {
        if (process == null) {
            files.write(NodeStart.plain());
            writeLifecycle();
        }
        return files.lifecycleScript();
    }

    /** Takes over the process that {@link #lifecycleScript} started, and returns when the node is ready. */
    public void adopt(NodeReadiness until) {
        disconnect();
        attach();
        awaitReady(until, START_BOUND);
    }

    /** Takes over the process that {@link #lifecycleScript} started last, if one runs. */
    public void attach() {
        long before = process == null ? -1 : process.pid();
        try {
            process = files.startedPid()
                    .map(pid -> ChildProcess.attach(name(), pid))
                    .orElse(null);
            if (process != null && process.pid() != before) {
                STARTS.incrementAndGet();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name(), e);
        }
    }

    /** One for each data directory that has the table. */
    public List<Path> tableDirectories(String keyspace, String table) {
        List<Path> found = new ArrayList<>();
        for (Path data : dataDirectories()) {
            try (DirectoryStream<Path> tables = Files.newDirectoryStream(data.resolve(keyspace), table + "-*")) {
                tables.forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException("node " + name() + " has no keyspace " + keyspace, e);
            }
        }
        return found;
    }

    /** Returns when the node serves CQL and is NORMAL. */
    public void start() {
        start(NodeStart.plain());
    }

    /** Returns when the node is as ready as {@code how} asks. */
    public void start(NodeStart how) {
        long began = System.nanoTime();
        ClassArchive archive = version().classes();
        try (ClassArchive.Start classes = settings.optimizing() ? archive.none() : archive.start()) {
            launch(how, classes.options());
            awaitReady(how.until(), START_BOUND);
            classes.record(pid());
        }
        startTime = Duration.ofNanos(System.nanoTime() - began);
    }

    /** Starts the process and returns at once, for a start that may fail or that is watched on its way. */
    public void launch(NodeStart how) {
        launch(how, existingClasses());
    }

    /** When the node ends first, or after {@code bound}, kills it and throws. */
    public void awaitReady(NodeReadiness readiness, Duration bound) {
        running()
                .awaitReady(
                        "node %s (Cassandra %s) %s".formatted(name(), version(), readiness),
                        bound,
                        () -> isReady(readiness),
                        this::logTail);
    }

    /** Waits for a launched node that gives up by itself. */
    public boolean endsWithin(Duration bound) {
        return process == null || process.endsWithin(bound);
    }

    private void launch(NodeStart how, List<String> classSharing) {
        if (isAlive()) {
            throw new IllegalStateException("node " + name() + " is already running");
        }
        files.write(how);
        logStart = sizeOf(systemLog());
        List<String> command = files.command(how, classSharing);
        process =
                ChildProcess.start(name(), command, directory(), settings.logs().resolve("stdout.log"), Map.of());
        STARTS.incrementAndGet();
        try {
            files.pid(process.pid());
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name(), e);
        }
        writeLifecycle();
    }

    private void writeLifecycle() {
        try {
            files.lifecycle(files.command(NodeStart.plain(), existingClasses()));
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name(), e);
        }
    }

    private List<String> existingClasses() {
        return settings.optimizing() ? List.of() : version().classes().existing();
    }

    public Duration startTime() {
        return startTime;
    }

    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Whether SIGSTOP holds it. */
    public boolean isPaused() {
        return process != null && process.isPaused();
    }

    /** SIGTERM: the node drains. */
    public void stop() {
        disconnect();
        if (process != null) {
            process.stop(STOP_BOUND);
        }
    }

    /** SIGKILL: only what is in the commit log survives. */
    public void kill9() {
        disconnect();
        if (process != null) {
            process.kill9();
        }
    }

    /** SIGSTOP: connections stay open, nothing answers. */
    public void pause() {
        running().pause();
    }

    /** SIGCONT. */
    public void resume() {
        running().resume();
    }

    /** Keeps its addresses and data. */
    public void restart() {
        restart(NodeStart.plain());
    }

    public void restart(NodeStart how) {
        stop();
        start(how);
    }

    /** Deletes the data of a stopped node, which then starts as a new one at the same address. */
    public void wipe() {
        if (isAlive()) {
            throw new IllegalStateException("node " + name() + " is running");
        }
        FileTrees.deleteAllBut(directory(), List.of(settings.conf(), settings.logs()));
    }

    public void flush(String keyspace, String table) {
        try {
            jmx.flush(keyspace, table);
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name(), e);
        }
    }

    /**
     * Streams the ranges that this node owns of a keyspace from a data centre.
     *
     * @return how long it took, without the JMX connection
     */
    public Duration rebuild(String datacenter, String keyspace) {
        try {
            return jmx.rebuild(datacenter, keyspace);
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name() + "\n" + logTail(), e);
        }
    }

    public void compact(String keyspace, String table) {
        try {
            jmx.compact(keyspace, table);
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name(), e);
        }
    }

    public void disableAutocompaction(String keyspace, String table) {
        try {
            jmx.disableAutocompaction(keyspace, table);
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name(), e);
        }
    }

    /** Without those that a compaction replaced and whose files stay for a while. */
    public int liveSstables(String keyspace, String table) {
        try {
            return jmx.liveSstables(keyspace, table);
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name(), e);
        }
    }

    /** A process each time, which costs a second or two: what a test prepares is cheaper over JMX. */
    public CommandResult nodetool(String... arguments) {
        return tool(settings.nodetool(), arguments).run();
    }

    /** For what takes longer than two minutes. */
    public CommandResult nodetool(Duration bound, String... arguments) {
        return tool(settings.nodetool(), arguments).within(bound).run();
    }

    /**
     * Has the node read every SSTable.
     *
     * @throws IllegalStateException where one is damaged
     */
    public void verify(Duration bound, String... keyspaceAndTables) {
        List<String> command = new ArrayList<>(List.of("verify", "-e"));
        if (version().compareTo(CassandraVersion.V4_1) >= 0) {
            // It asks operators to think twice.
            command.add("-f");
        }
        command.addAll(List.of(keyspaceAndTables));
        nodetool(bound, command.toArray(String[]::new)).orThrow();
    }

    public CommandResult sstableMetadata(String... arguments) {
        return tool(settings.sstableMetadata(), arguments).run();
    }

    /** A session whose every statement this node coordinates. The node closes it. */
    public CqlClient cql() {
        if (cql == null) {
            cql = settings.authenticating()
                    ? cql(CassandraCluster.ROLE, CassandraCluster.ROLE)
                    : CqlClient.connect(address());
        }
        return cql;
    }

    /** The caller closes it. */
    public CqlClient cql(String user, String password) {
        NodeTls tls = settings.tls();
        return CqlClient.connect(address(), user, password, tls == null ? null : tls.client());
    }

    public long pid() {
        return running().pid();
    }

    /** Including itself. */
    public int liveNodes() {
        try {
            return jmx.liveNodes().size();
        } catch (IOException e) {
            throw new UncheckedIOException("no JMX at node " + name() + "\n" + logTail(), e);
        }
    }

    /** The log of the node since its last start. */
    public String log() {
        try (SeekableByteChannel log = Files.newByteChannel(systemLog())) {
            log.position(logStart);
            return new String(Channels.newInputStream(log).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("node " + name(), e);
        }
    }

    /** The end of system.log and of the console output. */
    public String logTail() {
        return LogTail.of(systemLog()) + "\n" + LogTail.of(settings.logs().resolve("stdout.log"));
    }

    /** Kills it and deletes its data. Configuration and logs stay. */
    @Override
    public void close() {
        kill9();
        if (!Boolean.getBoolean("idaeus.it.keep")) {
            FileTrees.deleteAllBut(directory(), List.of(settings.conf(), settings.logs()));
        }
    }

    /** Each call opens a connection. */
    public NodeJmx jmx() {
        return jmx;
    }

    /** Whether clients must log in. */
    public boolean authenticating() {
        return settings.authenticating();
    }

    @Nullable
    Location location() {
        return settings.location();
    }

    private Path systemLog() {
        return settings.logs().resolve("system.log");
    }

    private ChildProcess running() {
        if (process == null || !process.isAlive()) {
            throw new IllegalStateException("node " + name() + " is not running\n" + logTail());
        }
        return process;
    }

    /** The next {@link #cql} opens a new session, which has prepared nothing. */
    public void disconnect() {
        if (cql != null) {
            cql.close();
            cql = null;
        }
    }

    private boolean isReady(NodeReadiness readiness) {
        if (settings.tls() != null) {
            return Files.exists(systemLog()) && log().contains("Starting listening for CQL clients");
        }
        try {
            return readiness.reached(jmx);
        } catch (IOException e) {
            return false;
        }
    }

    private static long sizeOf(Path file) {
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Command tool(Path script, String... arguments) {
        List<String> words = new ArrayList<>();
        words.add(script.toString());
        words.addAll(List.of(arguments));
        return Command.of(words);
    }
}
