/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.rebuild;

import io.idaeus.api.plan.PlanKind;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.client.PlansClient;
import io.idaeus.client.SidecarClient;
import io.idaeus.it.bench.FilledNode;
import io.idaeus.it.bench.FilledPlan;
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

/** Three nodes that hold everything, and three of another data centre that are filled. Each run has a keyspace of its own. */
final class RebuiltRing implements AutoCloseable {
    private static final int HEAP_MIB = 768;
    private static final String FROM = "from";
    private static final String TO = "to";
    private static final Duration LONGEST = Duration.ofMinutes(30);

    private final CassandraCluster cluster;
    private final List<SidecarProcess> sidecars;
    private final PayloadTable table;
    private final Path files;
    private int runs;

    private RebuiltRing(CassandraCluster cluster, List<SidecarProcess> sidecars, PayloadTable table, Path files) {
        this.cluster = cluster;
        this.sidecars = sidecars;
        this.table = table;
        this.files = files;
    }

    /**
     * @param files the SSTables of the table
     * @param rate what each source may send
     */
    static RebuiltRing start(Path directory, PayloadTable table, Path files, String rate) {
        CassandraCluster cluster = CassandraCluster.builder(CassandraVersion.V5_0)
                .name("rebuild")
                .datacenters(FROM, FROM, FROM, TO, TO, TO)
                .heapMiB(HEAP_MIB)
                .optimizing()
                .directory(directory)
                .start();
        List<SidecarProcess> sidecars = new ArrayList<>();
        for (CassandraNode node : cluster.nodes()) {
            sidecars.add(SidecarProcess.beside(node)
                    .optimizing()
                    .importOverJmx()
                    .set("data.maxRate", rate)
                    .build());
        }
        SidecarProcess.startTogether(sidecars.toArray(SidecarProcess[]::new));
        return new RebuiltRing(cluster, sidecars, table, files);
    }

    /** How long it took, from the approval to the end of the last fill; of several plans, together. */
    double run(Order order) throws IOException {
        PayloadTable here = load();
        List<List<String>> plans = order == Order.AT_ONCE
                ? List.of(added())
                : added().stream().map(List::of).toList();
        double seconds = 0;
        for (List<String> destinations : plans) {
            seconds += filled(here, destinations);
        }
        for (CassandraNode node : cluster.nodes().subList(3, 6)) {
            FilledNode.require(node, here);
        }
        cluster.cql().execute("DROP KEYSPACE " + here.keyspace());
        return seconds;
    }

    private List<String> added() {
        return sidecars.subList(3, 6).stream()
                .map(sidecar -> sidecar.restUri().toString())
                .toList();
    }

    private double filled(PayloadTable here, List<String> destinations) {
        PlansClient plans = SidecarClient.of(sidecars.get(0).restUri()).plans();
        return FilledPlan.seconds(
                plans,
                PlanRequest.builder(PlanKind.REBUILD)
                        .datacenter(TO)
                        .sourceDatacenter(FROM)
                        .destinations(destinations)
                        .keyspaces(List.of(here.keyspace()))
                        .writes(Map.of("*", "LOCAL_QUORUM"))
                        .build(),
                LONGEST);
    }

    private PayloadTable load() {
        PayloadTable here = new PayloadTable("bench" + ++runs, table.table(), table.rows(), table.valueBytes());
        cluster.cql().execute("CREATE KEYSPACE " + here.keyspace() + " WITH replication = " + replication("'from': 3"));
        here.create(cluster.cql());
        for (CassandraNode node : cluster.nodes().subList(0, 3)) {
            node.nodetool("import", "--copy-data", here.keyspace(), here.table(), files.toString())
                    .orThrow();
        }
        cluster.cql()
                .execute("ALTER KEYSPACE " + here.keyspace() + " WITH replication = "
                        + replication("'from': 3, 'to': 3"));
        return here;
    }

    private static String replication(String replicas) {
        return "{'class': 'NetworkTopologyStrategy', " + replicas + "}";
    }

    @Override
    public void close() {
        sidecars.forEach(SidecarProcess::close);
        cluster.close();
    }
}
