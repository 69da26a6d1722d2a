/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.clone;

import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.bench.FilledNode;
import io.idaeus.it.bench.FilledPlan;
import io.idaeus.it.bench.data.Trees;
import io.idaeus.it.harness.cassandra.CassandraCluster;
import io.idaeus.it.harness.cassandra.CassandraNode;
import io.idaeus.it.harness.cassandra.CassandraVersion;
import io.idaeus.it.harness.rows.PayloadTable;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Three nodes that all hold a table, and two of another cluster that get it: both of them all of it. */
final class TwoRings implements AutoCloseable {
    private static final int HEAP_MIB = 768;
    private static final int SOURCES = 3;
    private static final int DESTINATIONS = 2;
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final CassandraCluster there;
    private final CassandraCluster here;
    private final List<SidecarProcess> sidecars;
    private final PayloadTable table;
    private final Loader loader;

    private TwoRings(
            List<CassandraCluster> clusters, List<SidecarProcess> sidecars, PayloadTable table, Loader loader) {
        this.there = clusters.get(0);
        this.here = clusters.get(1);
        this.sidecars = sidecars;
        this.table = table;
        this.loader = loader;
    }

    /** @param files the SSTables of the table, in a directory of its name in one of the keyspace's name */
    static TwoRings start(Path directory, PayloadTable table, Path files) {
        List<CassandraCluster> clusters = CassandraCluster.startTogether(
                builder("there", SOURCES).directory(directory),
                builder("here", DESTINATIONS).directory(directory));
        List<SidecarProcess> sidecars = new ArrayList<>();
        String[] sources =
                clusters.get(0).nodes().stream().map(CassandraNode::address).toArray(String[]::new);
        for (CassandraCluster cluster : clusters) {
            for (CassandraNode node : cluster.nodes()) {
                sidecars.add(SidecarProcess.beside(node)
                        .optimizing()
                        .importOverJmx()
                        .set("cassandra.clones.accept", "true")
                        .allowPeers(sources)
                        .build());
            }
        }
        SidecarProcess.startTogether(sidecars.toArray(SidecarProcess[]::new));
        TwoRings rings = new TwoRings(clusters, sidecars, table, new Loader(files));
        rings.fill(files);
        return rings;
    }

    private static CassandraCluster.Builder builder(String name, int nodes) {
        return CassandraCluster.builder(CassandraVersion.V5_0)
                .name(name)
                .nodes(nodes)
                .heapMiB(HEAP_MIB)
                .optimizing();
    }

    private void fill(Path files) {
        create(there, SOURCES);
        for (CassandraNode node : there.nodes()) {
            node.nodetool("import", "--copy-data", table.keyspace(), table.table(), files.toString())
                    .orThrow();
        }
    }

    private void create(CassandraCluster cluster, int replicas) {
        cluster.cql().createKeyspace(table.keyspace(), replicas);
        table.create(cluster.cql());
        cluster.cql()
                .execute(
                        "ALTER TABLE " + table.name() + " WITH compaction = {'class': 'SizeTieredCompactionStrategy'}");
    }

    /**
     * How long a run took, in seconds.
     *
     * @param live until all rows are live
     * @param durable until they are on the disk, too
     */
    record Taken(double live, double durable) {}

    Taken run(CloneWay way) throws IOException {
        double live = way == CloneWay.PLAN ? planned() : loaded();
        long began = System.nanoTime();
        Trees.sync();
        Taken taken = new Taken(live, live + (System.nanoTime() - began) / 1e9);
        for (CassandraNode node : here.nodes()) {
            FilledNode.require(node, table);
        }
        here.cql().execute("DROP KEYSPACE " + table.keyspace());
        return taken;
    }

    // From the approval to the end of the last FILL: with the schema.
    private double planned() {
        PlansClient plans = SidecarClient.of(sidecars.get(SOURCES).restUri()).plans();
        return FilledPlan.seconds(
                plans,
                PlanRequest.builder(PlanKind.CLONE)
                        .from(sidecars.get(0).restUri().toString())
                        .tables(List.of(table.name()))
                        .writes(Map.of("*", "QUORUM"))
                        .replication(Map.of(table.keyspace(), Map.of("datacenter1", DESTINATIONS)))
                        .build(),
                LONGEST);
    }

    private double loaded() {
        create(here, DESTINATIONS);
        long began = System.nanoTime();
        loader.run(here.node().address(), SOURCES, LONGEST);
        return (System.nanoTime() - began) / 1e9;
    }

    @Override
    public void close() {
        sidecars.forEach(SidecarProcess::close);
        there.close();
        here.close();
    }
}
