/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import io.idaeus.sidecar.cassandra.CassandraHealth.Check;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.CqlQueries;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.importing.ImportTimeout;
import io.idaeus.sidecar.cassandra.importing.Importer;
import io.idaeus.sidecar.cassandra.importing.JmxImporter;
import io.idaeus.sidecar.cassandra.importing.NodetoolImporter;
import io.idaeus.sidecar.cassandra.node.AvailableRanges;
import io.idaeus.sidecar.cassandra.node.ClusterView;
import io.idaeus.sidecar.cassandra.node.Compactions;
import io.idaeus.sidecar.cassandra.node.EnteredSurveys;
import io.idaeus.sidecar.cassandra.node.LightweightTransactions;
import io.idaeus.sidecar.cassandra.node.LoadReader;
import io.idaeus.sidecar.cassandra.node.LocalNode;
import io.idaeus.sidecar.cassandra.node.LocalTables;
import io.idaeus.sidecar.cassandra.node.NodeOptions;
import io.idaeus.sidecar.cassandra.node.ProcessReader;
import io.idaeus.sidecar.cassandra.node.RingChanges;
import io.idaeus.sidecar.cassandra.node.RingView;
import io.idaeus.sidecar.cassandra.node.RunningImports;
import io.idaeus.sidecar.cassandra.node.SstableLookup;
import io.idaeus.sidecar.cassandra.schema.SchemaReader;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The node beside this sidecar. Closing leaves a running import to Cassandra. */
public final class CassandraDoor implements AutoCloseable {
    private final Jmx jmx;
    private final CqlQueries cql;
    private final LocalNode node;
    private final RingView ring;
    private final SchemaReader schemas;
    private final NodeOptions options;
    private final ProcessReader process;
    private final ClusterView cluster;
    private final LocalTables tables;
    private final LightweightTransactions lightweightTransactions;
    private final AvailableRanges availableRanges;
    private final RingChanges ringChanges;
    private final Compactions compactions;
    private final NodeSnapshots snapshots;
    private final SstableLookup live;
    private final LoadReader load;
    private final RunningImports runningImports;
    private final JmxImporter jmxImporter;
    private final Importer importer;

    public CassandraDoor(CassandraSettings settings) {
        this(settings, EnteredSurveys.NONE);
    }

    /** @param surveys what the sidecar did itself, and Cassandra does not tell */
    public CassandraDoor(CassandraSettings settings, EnteredSurveys surveys) {
        this.jmx = new Jmx(settings);
        this.cql = new CqlQueries(settings);
        this.node = new LocalNode(jmx);
        this.ring = new RingView(jmx, settings);
        this.schemas = new SchemaReader(cql);
        this.options = new NodeOptions(cql, node);
        this.process = new ProcessReader(jmx, options, surveys);
        this.cluster = new ClusterView(jmx, settings);
        this.tables = new LocalTables(jmx, settings);
        this.lightweightTransactions = new LightweightTransactions(cql);
        this.availableRanges = new AvailableRanges(jmx, cql, node, settings);
        this.ringChanges = new RingChanges(jmx);
        this.compactions = new Compactions(jmx, settings);
        this.snapshots = new NodeSnapshots(jmx, node, settings);
        this.load = new LoadReader(jmx);
        this.live = new SstableLookup(jmx);
        this.runningImports = new RunningImports(jmx, settings);
        ImportTimeout timeout = new ImportTimeout(settings.importTimeout());
        this.jmxImporter = new JmxImporter(jmx, node, timeout);
        this.importer = settings.nodetool() == null
                ? jmxImporter
                : new NodetoolImporter(jmx, node, settings.nodetool(), settings.jmx(), timeout);
    }

    /** Begins to connect, and returns at once: the first caller then finds open connections. */
    public void connect() {
        jmx.connect();
        cql.connect();
    }

    public LocalNode node() {
        return node;
    }

    public RingView ring() {
        return ring;
    }

    public SchemaReader schemas() {
        return schemas;
    }

    public NodeOptions options() {
        return options;
    }

    public ProcessReader process() {
        return process;
    }

    public ClusterView cluster() {
        return cluster;
    }

    public LocalTables tables() {
        return tables;
    }

    public LightweightTransactions lightweightTransactions() {
        return lightweightTransactions;
    }

    public AvailableRanges availableRanges() {
        return availableRanges;
    }

    public RingChanges ringChanges() {
        return ringChanges;
    }

    public Compactions compactions() {
        return compactions;
    }

    public NodeSnapshots snapshots() {
        return snapshots;
    }

    public LoadReader load() {
        return load;
    }

    public SstableLookup live() {
        return live;
    }

    public RunningImports runningImports() {
        return runningImports;
    }

    /** nodetool if configured and able to take that many directories; else JMX. */
    public Importer importerFor(Collection<Path> directories) {
        return importer.fits(directories) ? importer : jmxImporter;
    }

    /** Why no import can run, empty where one can: for instance because nodetool is missing. */
    public Optional<String> importerFailure() {
        return importer.failure();
    }

    /** Takes under two seconds. */
    public CassandraHealth health() {
        CompletableFuture<Check> overCql = new CompletableFuture<>();
        DaemonThreads.start("cql-health", () -> overCql.complete(check(schemas::releaseVersion)));
        Check overJmx = check(node::operationMode);
        return new CassandraHealth(overJmx, overCql.join());
    }

    @Override
    public void close() {
        jmx.close();
        cql.close();
    }

    private static Check check(Supplier<String> question) {
        try {
            return new Check(true, question.get());
        } catch (ProblemException e) {
            return new Check(false, String.valueOf(e.getMessage()));
        }
    }
}
