/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static io.idaeus.sidecar.cassandra.node.Mbeans.attribute;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.management.MBeanServerConnection;
import javax.management.RuntimeErrorException;
import javax.management.RuntimeMBeanException;
import org.jspecify.annotations.Nullable;

/** The node's identity and state, over JMX only: works before the node serves CQL. */
public final class LocalNode {
    private static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";

    private final Jmx jmx;

    public LocalNode(Jmx jmx) {
        this.jmx = jmx;
    }

    /** @throws ProblemException UNSUPPORTED_PARTITIONER for any but Murmur3Partitioner */
    public NodeIdentity identity() {
        return jmx.read("the node's identity", LocalNode::identity);
    }

    public ReleaseVersion version() {
        return jmx.read("the node's version", server -> Mbeans.version(server));
    }

    /** As this node has it; the same on all nodes while schemas agree. */
    public String schemaVersion() {
        return jmx.read("the schema's version", server -> (String) attribute(server, "SchemaVersion"));
    }

    /** For instance {@code NORMAL} or {@code JOINING}. */
    public String operationMode() {
        return jmx.read("the operation mode", server -> (String) attribute(server, "OperationMode"));
    }

    /** Waiting or running. */
    public int pendingCompactions() {
        return jmx.read(
                "pending compactions",
                server -> ((Number) server.getAttribute(Mbeans.PENDING_COMPACTIONS, "Value")).intValue());
    }

    /** @throws ProblemException UNKNOWN_TABLE */
    public int pendingCompactions(TableName table) {
        Mbeans.requireTables(jmx, List.of(table));
        return jmx.read(
                "pending compactions of " + table,
                server -> ((Number) server.getAttribute(Mbeans.pendingCompactions(table), "Value")).intValue());
    }

    private static NodeIdentity identity(MBeanServerConnection server) throws Exception {
        String hostId = (String) attribute(server, "LocalHostId");
        return NodeIdentityBuilder.builder()
                .clusterName((String) attribute(server, "ClusterName"))
                .hostId(UUID.fromString(hostId))
                .version(Mbeans.version(server))
                .partitioner(murmur3((String) attribute(server, "PartitionerName")))
                .datacenter((String) server.getAttribute(Mbeans.ENDPOINT_SNITCH, "Datacenter"))
                .rack((String) server.getAttribute(Mbeans.ENDPOINT_SNITCH, "Rack"))
                .operationMode((String) attribute(server, "OperationMode"))
                .tokens(tokens(server))
                .dataDirectories(Arrays.stream((String[]) attribute(server, "AllDataFileLocations"))
                        .map(Path::of)
                        .toList())
                .broadcastAddress(broadcastAddress((Map<?, ?>) attribute(server, "EndpointToHostId"), hostId))
                .incrementalBackups((Boolean) attribute(server, "IncrementalBackupsEnabled"))
                .build();
    }

    private static String murmur3(String partitioner) {
        if (!partitioner.equals(MURMUR3)) {
            throw new ProblemException(
                    ProblemType.UNSUPPORTED_PARTITIONER,
                    "the cluster's partitioner is " + partitioner + " (expected: " + MURMUR3
                            + ", the only one supported)");
        }
        return partitioner;
    }

    static List<Long> tokens(MBeanServerConnection server) throws Exception {
        try {
            return ((Collection<?>) attribute(server, "Tokens"))
                    .stream()
                            .map(token -> Long.valueOf((String) token))
                            .sorted()
                            .toList();
        } catch (RuntimeErrorException | RuntimeMBeanException e) {
            // Where the node is no member of the ring, an assertion of Cassandra fails.
            return List.of();
        }
    }

    static @Nullable String broadcastAddress(Map<?, ?> hostIds, @Nullable String hostId) {
        for (Map.Entry<?, ?> entry : hostIds.entrySet()) {
            if (entry.getValue().equals(hostId)) {
                return (String) entry.getKey();
            }
        }
        return null;
    }
}
