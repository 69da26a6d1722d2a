/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static io.idaeus.sidecar.cassandra.node.Mbeans.attribute;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.CassandraProcessBuilder;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.release.ReleaseVersion;
import io.idaeus.sidecar.start.StartOptions;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServerConnection;
import org.jspecify.annotations.Nullable;

/** How Cassandra runs. Over JMX; only the setting {@code num_tokens} needs CQL, and is not asked while CQL is closed. */
public final class ProcessReader {
    private final Jmx jmx;
    private final NodeOptions options;
    private final EnteredSurveys surveys;

    public ProcessReader(Jmx jmx, NodeOptions options, EnteredSurveys surveys) {
        this.jmx = jmx;
        this.options = options;
        this.surveys = surveys;
    }

    /** @throws ProblemException CASSANDRA_UNAVAILABLE, also while it has not started far enough to answer */
    public CassandraProcess read() {
        Facts facts = jmx.read("how Cassandra runs", ProcessReader::facts);
        if (facts.hostId() == null) {
            throw new ProblemException(
                    ProblemType.CASSANDRA_UNAVAILABLE, "the node is starting and has no host id yet; try again");
        }
        return CassandraProcessBuilder.builder()
                .version(facts.version())
                .startedAt(facts.startedAt())
                .options(facts.start().options())
                .mode(facts.start().mode())
                .phase(NodePhases.of(facts.start(), surveys.has(facts.startedAt())))
                .hostId(facts.hostId())
                .address(facts.address())
                .datacenter(facts.datacenter())
                .rack(facts.rack())
                .numTokens(numTokens(facts))
                .seeds(seeds(facts))
                .pendingCompactions(facts.pendingCompactions())
                .streamedBytes(facts.streamedBytes())
                .build();
    }

    /** @throws ProblemException CASSANDRA_UNAVAILABLE */
    public CassandraProcess.Phase phase() {
        return jmx.read(
                "the node's phase",
                server -> NodePhases.of(start(server, Mbeans.version(server)), surveys.has(startedAt(server))));
    }

    private @Nullable Integer numTokens(Facts facts) {
        if (facts.cqlOpen()) {
            try {
                return options.numTokens().orElse(null);
            } catch (ProblemException e) {
                // Its credentials may not work yet: the node's tokens tell as much.
            }
        }
        return facts.tokens() == 0 ? null : Integer.valueOf(facts.tokens());
    }

    // Gossip leaves the node's own address out, which matters most: a seed does not bootstrap.
    private List<String> seeds(Facts facts) {
        String own = facts.address();
        List<String> seeds = new ArrayList<>(facts.seeds());
        try {
            if (own != null && facts.cqlOpen() && options.isSeed(own)) {
                seeds.add(own);
            }
        } catch (ProblemException e) {
            // Its credentials may not work yet.
        }
        return List.copyOf(seeds);
    }

    private static Facts facts(MBeanServerConnection server) throws Exception {
        ReleaseVersion version = Mbeans.version(server);
        String hostId = (String) attribute(server, "LocalHostId");
        return ProcessReaderFactsBuilder.builder()
                .version(version.toString())
                .startedAt(startedAt(server))
                .start(start(server, version))
                .hostId(hostId)
                .address(LocalNode.broadcastAddress((Map<?, ?>) attribute(server, "EndpointToHostId"), hostId))
                .datacenter((String) server.getAttribute(Mbeans.ENDPOINT_SNITCH, "Datacenter"))
                .rack((String) server.getAttribute(Mbeans.ENDPOINT_SNITCH, "Rack"))
                .cqlOpen((Boolean) attribute(server, "NativeTransportRunning"))
                .tokens(LocalNode.tokens(server).size())
                .seeds(((Collection<?>) server.getAttribute(Mbeans.GOSSIPER, "Seeds"))
                        .stream().map(seed -> Addresses.host((String) seed)).toList())
                .pendingCompactions(((Number) server.getAttribute(Mbeans.PENDING_COMPACTIONS, "Value")).intValue())
                .streamedBytes(streamedBytes(server))
                .build();
    }

    private static Instant startedAt(MBeanServerConnection server) throws Exception {
        return Instant.ofEpochMilli((Long) server.getAttribute(Mbeans.RUNTIME, "StartTime"));
    }

    // The counter is registered by the first stream.
    private static long streamedBytes(MBeanServerConnection server) throws Exception {
        return server.isRegistered(Mbeans.STREAMED_BYTES)
                ? ((Number) server.getAttribute(Mbeans.STREAMED_BYTES, "Count")).longValue()
                : 0;
    }

    private static NodePhases.Start start(MBeanServerConnection server, ReleaseVersion version) throws Exception {
        return new NodePhases.Start(
                (String) attribute(server, "OperationMode"),
                (Boolean) attribute(server, "Initialized"),
                (Boolean) attribute(server, "Joined"),
                (Boolean) attribute(server, "BootstrapMode"),
                version.isAtLeast(5, 0) ? (String) attribute(server, "BootstrapState") : null,
                options(server));
    }

    // Only Cassandra's own: others can hold passwords.
    static List<String> options(MBeanServerConnection server) throws Exception {
        return Arrays.stream((String[]) server.getAttribute(Mbeans.RUNTIME, "InputArguments"))
                .filter(option -> option.startsWith(StartOptions.CASSANDRA))
                .toList();
    }

    @RecordBuilder
    record Facts(
            String version,
            Instant startedAt,
            NodePhases.Start start,
            @Nullable String hostId,
            @Nullable String address,
            String datacenter,
            String rack,
            boolean cqlOpen,
            int tokens,
            List<String> seeds,
            int pendingCompactions,
            long streamedBytes) {}
}
