/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.sidecar;

import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.ClassArchive;
import io.idaeus.it.harness.cassandra.RoleScript;
import io.idaeus.it.harness.process.ChildProcess;
import io.idaeus.it.harness.process.EarlierBuild;
import io.idaeus.it.harness.process.FileTrees;
import io.idaeus.it.harness.process.Java;
import io.idaeus.it.harness.process.LogTail;
import io.idaeus.it.harness.process.ProcessFigures;
import io.idaeus.it.harness.process.SideBySide;
import io.idaeus.it.harness.process.Workspace;
import io.idaeus.it.harness.process.YamlTree;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The built sidecar as a process beside a node. Not thread-safe. */
public final class SidecarProcess implements AutoCloseable {
    /** On the node's address, unless a test sets {@code control.port}. */
    public static final int CONTROL_PORT = 9043;

    /** On the node's address. */
    public static final int DATA_PORT = 9044;

    private static final Duration START_BOUND = Duration.ofMinutes(2);
    private static final Duration STOP_BOUND = Duration.ofMinutes(1);

    // Tests start many sidecars and run each briefly.
    private static final List<String> QUICK_TO_START = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final String name;
    private final String address;
    private final Path directory;
    private final Map<String, Object> settings;
    private final Map<String, String> environment;
    private final List<String> jvmOptions;
    private final boolean optimizing;
    private final HttpClient http;
    private @Nullable ChildProcess process;
    private Duration startTime = Duration.ZERO;
    private Path build = Workspace.sidecar();

    private SidecarProcess(Builder builder) {
        name = builder.name;
        address = builder.address;
        directory = builder.directory();
        settings = Map.copyOf(builder.settings);
        environment = Map.copyOf(builder.environment);
        jvmOptions = List.copyOf(builder.jvmOptions);
        optimizing = builder.optimizing;
        http = builder.http == null ? HttpClient.newHttpClient() : builder.http;
    }

    /** Sets JMX, CQL and nodetool; both planes listen on the node's address. */
    public static Builder beside(CassandraNode node) {
        return new Builder(node);
    }

    /** Returns when all are ready. */
    public static void startTogether(SidecarProcess... sidecars) {
        SideBySide.run(
                Arrays.stream(sidecars).<Runnable>map(sidecar -> sidecar::start).toList());
    }

    public String name() {
        return name;
    }

    /** The control plane, for instance {@code http://127.20.0.1:9043}. */
    public URI restUri() {
        String scheme = settings.containsKey("tls.certificate") ? "https" : "http";
        return URI.create(scheme + "://" + authority());
    }

    /** The control plane as {@code host:port}, for {@code peers.allow}. */
    public String authority() {
        return address + ":" + settings.get("control.port");
    }

    public InetSocketAddress dataPlane() {
        return new InetSocketAddress(address, DATA_PORT);
    }

    /** Holds {@code conf/idaeus.yaml}, {@code logs}, {@code state} and {@code staging}. */
    public Path directory() {
        return directory;
    }

    public Path stateDirectory() {
        return directory.resolve("state");
    }

    public Path stagingRoot() {
        return directory.resolve("staging");
    }

    public Path log() {
        return directory.resolve("logs").resolve("sidecar.log");
    }

    public String logTail() {
        return LogTail.of(log());
    }

    public Duration startTime() {
        return startTime;
    }

    public boolean isAlive() {
        return process != null && process.isAlive();
    }

    public long pid() {
        return running().pid();
    }

    public ProcessFigures figures() {
        return new ProcessFigures(pid());
    }

    /** Returns when {@code GET /health/readiness} answers 200. */
    public void start() {
        try (ClassArchive.Start classes = classes()) {
            startUntil("/health/readiness", classes);
            classes.record(pid());
        }
    }

    /** Returns when {@code GET /health/liveness} answers 200, which needs no Cassandra. */
    public void startUnready() {
        try (ClassArchive.Start classes = classes()) {
            startUntil("/health/liveness", classes);
        }
    }

    /**
     * Which build its next start runs; by default that of the sources.
     *
     * @param distribution as {@link EarlierBuild} has it
     */
    public SidecarProcess run(Path distribution) {
        build = distribution;
        return this;
    }

    /** SIGTERM. Returns when the process has ended. */
    public void stop() {
        if (process != null) {
            process.stop(STOP_BOUND);
        }
    }

    public void kill9() {
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

    /** Keeps configuration, state and staging. */
    public void restart() {
        stop();
        start();
    }

    /** Kills it and deletes its state and staging. Configuration and log stay. */
    @Override
    public void close() {
        kill9();
        if (!Boolean.getBoolean("idaeus.it.keep")) {
            FileTrees.deleteAllBut(directory, List.of(directory.resolve("conf"), directory.resolve("logs")));
        }
    }

    private void startUntil(String healthPath, ClassArchive.Start classes) {
        if (isAlive()) {
            throw new IllegalStateException("sidecar " + name + " is already running");
        }
        Path configuration = directory.resolve("conf").resolve("idaeus.yaml");
        new YamlTree().putAll(settings).write(configuration);
        FileTrees.create(List.of(log().getParent(), stateDirectory(), stagingRoot()));
        long began = System.nanoTime();
        process = ChildProcess.start(name, command(configuration), directory, log(), environment(classes));
        process.awaitReady(
                "sidecar %s (%s%s)".formatted(name, restUri(), healthPath),
                START_BOUND,
                () -> isUp(healthPath),
                this::logTail);
        startTime = Duration.ofNanos(System.nanoTime() - began);
    }

    private ClassArchive.Start classes() {
        Path lib = build.resolve("lib");
        ClassArchive archive = new ClassArchive(Workspace.sharedClasses(), "sidecar", FileTrees.jars(lib));
        // The launcher splits JAVA_OPTS at spaces.
        boolean unusable = optimizing
                || !build.equals(Workspace.sidecar())
                || archive.file().toString().contains(" ");
        return unusable ? archive.none() : archive.start();
    }

    private Map<String, String> environment(ClassArchive.Start classes) {
        List<String> options = new ArrayList<>(optimizing ? List.of() : QUICK_TO_START);
        options.addAll(classes.options());
        options.addAll(jvmOptions);
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.put("JAVA_OPTS", String.join(" ", options));
        return all;
    }

    private List<String> command(Path configuration) {
        String launcher = build.resolve("bin/idaeus-sidecar").toString();
        return List.of(launcher, "--config", configuration.toString());
    }

    private boolean isUp(String healthPath) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(restUri().resolve(healthPath))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private ChildProcess running() {
        if (process == null || !process.isAlive()) {
            throw new IllegalStateException("sidecar " + name + " is not running\n" + logTail());
        }
        return process;
    }

    public static final class Builder {
        private final CassandraNode node;
        private final Map<String, Object> settings = new LinkedHashMap<>();
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> peers = new ArrayList<>();
        private final List<String> jvmOptions = new ArrayList<>();
        private String name;
        private String address;
        private boolean optimizing;
        private @Nullable HttpClient http;

        private Builder(CassandraNode node) {
            this.node = node;
            environment("JAVA_HOME", Java.home());
            name = node.name() + "-sidecar";
            address = node.address();
            set("cassandra.jmx.port", node.jmxPort());
            set("cassandra.cql.host", node.address());
            set("cassandra.nodetool", node.nodetoolScript());
            if (node.authenticating()) {
                set("cassandra.cql.user", RoleScript.ROLE);
                set("cassandra.cql.password", RoleScript.PASSWORD);
            }
            set("control.host", node.address());
            set("control.port", CONTROL_PORT);
            set("data.host", node.address());
            set("data.port", DATA_PORT);
        }

        /** The name of the sidecar and of its directory; by default the node's. */
        public Builder name(String value) {
            name = value;
            return this;
        }

        /** Sets a key of the configuration; overrides the harness. */
        public Builder set(String key, Object value) {
            settings.put(key, value);
            return this;
        }

        /** Both planes listen on this address; everyone calls them at the other one. */
        public Builder listenOn(String host, String advertisedHost) {
            address = advertisedHost;
            return set("control.host", host).set("data.host", host).set("data.advertisedHost", advertisedHost);
        }

        public Builder unset(String key) {
            settings.remove(key);
            return this;
        }

        /** With or without a port. */
        public Builder allowPeers(String... hosts) {
            peers.addAll(List.of(hosts));
            return set("peers.allow", List.copyOf(peers));
        }

        /** Imports over JMX instead of nodetool. */
        public Builder importOverJmx() {
            return set("cassandra.importer", "jmx");
        }

        /** Keeps the launcher's own JVM options: starts slower, moves bytes faster. For measurements. */
        public Builder optimizing() {
            optimizing = true;
            return this;
        }

        /** Options must not contain spaces. */
        public Builder jvmOptions(String... options) {
            jvmOptions.addAll(List.of(options));
            return this;
        }

        public Builder environment(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        /** Gives both planes this identity. Nobody has access without an access list. */
        public Builder identity(Authority.Identity identity) {
            return set("tls.certificate", identity.certificate())
                    .set("tls.key", identity.key())
                    .set("tls.trust", identity.trust())
                    .http(identity.http());
        }

        /** As {@link #identity(Authority.Identity)}, with one that is issued for the node's address. */
        public Builder identity(Authority authority, String subject) {
            return identity(authority.issue(subject, node.address()));
        }

        /** The client that polls readiness; needed for TLS. */
        public Builder http(HttpClient client) {
            http = client;
            return this;
        }

        /** Does not start it. */
        public SidecarProcess build() {
            settings.putIfAbsent("stateDirectory", directory().resolve("state"));
            settings.putIfAbsent(
                    "staging.roots", List.of(directory().resolve("staging").toString()));
            // Tests start hundreds of sidecars.
            settings.putIfAbsent("data.warmUp", false);
            return new SidecarProcess(this);
        }

        /** Returns when it is ready. */
        public SidecarProcess start() {
            SidecarProcess sidecar = build();
            sidecar.start();
            return sidecar;
        }

        private Path directory() {
            return node.directory().resolveSibling(name);
        }
    }
}
