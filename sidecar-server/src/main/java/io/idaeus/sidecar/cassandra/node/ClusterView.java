/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static io.idaeus.sidecar.cassandra.node.Mbeans.attribute;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterBuilder;
import io.idaeus.api.node.PendingRange;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.thread.DaemonThreads;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/** The cluster as the node sees it, over JMX only. */
public final class ClusterView {
    private static final List<String> WRITE_TIMEOUTS =
            List.of("WriteRpcTimeout", "CounterWriteRpcTimeout", "CasContentionTimeout");

    private final Jmx jmx;
    private final CassandraSettings settings;
    private final KnownSchemaVersions schemas;

    public ClusterView(Jmx jmx, CassandraSettings settings) {
        this.jmx = jmx;
        this.settings = settings;
        this.schemas = new KnownSchemaVersions(
                () -> jmx.runOrFail(
                        "the schema versions",
                        settings.timeout(),
                        server -> byKey(server, Mbeans.STORAGE_PROXY, "SchemaVersions")),
                task -> DaemonThreads.start("schema-versions", task),
                System::nanoTime);
    }

    /**
     * Asks the live nodes for their schema version, as {@code nodetool describecluster} does. While one of them does not
     * answer, the versions are those of up to a minute ago.
     */
    public Cluster cluster() {
        Map<String, List<String>> versions = schemas.read();
        return jmx.runOrFail("the cluster", settings.timeout(), server -> cluster(server, versions));
    }

    /**
     * By left token.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException UNKNOWN_KEYSPACE
     */
    public List<PendingRange> pendingRanges(String keyspace) {
        Mbeans.requireKeyspaces(jmx, List.of(keyspace));
        return jmx.runOrFail(
                "the pending ranges of " + keyspace, settings.timeout(), server -> pendingRanges(server, keyspace));
    }

    private static Cluster cluster(MBeanServerConnection server, Map<String, List<String>> schemaVersions)
            throws Exception {
        ReleaseVersion version = Mbeans.version(server);
        return ClusterBuilder.builder()
                .name((String) attribute(server, "ClusterName"))
                .hostId((String) attribute(server, "LocalHostId"))
                .cassandraVersion(version.toString())
                .nodes(RingMembers.read(server).nodes())
                .schemaVersions(schemaVersions)
                .releaseVersions(byKey(server, Mbeans.GOSSIPER, "ReleaseVersionsWithPort"))
                .epoch(version.isAtLeast(6, 0) ? epoch(server) : null)
                .maxWriteTimeoutMillis(longestWrite(server))
                .repairs((Integer)
                        server.invoke(Mbeans.REPAIRS, "parentRepairSessionsCount", new Object[0], new String[0]))
                .build();
    }

    // Nodes that do not answer have no version: their liveness says so.
    private static Map<String, List<String>> byKey(
            MBeanServerConnection server, javax.management.ObjectName name, String attribute) throws Exception {
        Map<String, List<String>> hosts = new TreeMap<>();
        ((Map<?, ?>) server.getAttribute(name, attribute)).forEach((version, addresses) -> {
            if (!version.equals("UNREACHABLE")) {
                hosts.put(
                        (String) version,
                        ((Collection<?>) addresses)
                                .stream()
                                        .map(address -> Addresses.host((String) address))
                                        .sorted()
                                        .toList());
            }
        });
        return hosts;
    }

    private static long longestWrite(MBeanServerConnection server) throws Exception {
        long longest = 0;
        for (String timeout : WRITE_TIMEOUTS) {
            longest = Math.max(longest, (Long) server.getAttribute(Mbeans.STORAGE_PROXY, timeout));
        }
        return longest;
    }

    private static @Nullable Long epoch(MBeanServerConnection server) throws Exception {
        Map<?, ?> cms = (Map<?, ?>) server.invoke(Mbeans.CMS, "describeCMS", new Object[0], new String[0]);
        String digits = String.valueOf(cms.get("EPOCH")).replaceAll("[^0-9]", "");
        return digits.isEmpty() ? null : Long.valueOf(digits);
    }

    private static List<PendingRange> pendingRanges(MBeanServerConnection server, String keyspace) throws Exception {
        Map<?, ?> pending = (Map<?, ?>) server.invoke(
                Mbeans.STORAGE_SERVICE, "getPendingRangeToEndpointWithPortMap", new Object[] {keyspace}, new String[] {
                    String.class.getName()
                });
        Map<TokenRange, List<String>> byRange =
                new TreeMap<>(Comparator.comparingLong(TokenRange::left).thenComparingLong(TokenRange::right));
        pending.forEach((ends, addresses) -> byRange.put(
                RingView.range((List<?>) ends),
                ((Collection<?>) addresses)
                        .stream()
                                .map(address -> Addresses.host((String) address))
                                .sorted()
                                .toList()));
        return byRange.entrySet().stream()
                .map(entry -> new PendingRange(entry.getKey().toString(), entry.getValue()))
                .toList();
    }
}
