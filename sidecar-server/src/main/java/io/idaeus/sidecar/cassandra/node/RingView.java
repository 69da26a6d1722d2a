/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static io.idaeus.sidecar.cassandra.node.Mbeans.attribute;

import io.idaeus.api.node.NodeTokens;
import io.idaeus.sidecar.cassandra.connection.CassandraSettings;
import io.idaeus.sidecar.cassandra.connection.Jmx;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.management.MBeanServerConnection;

/** The ring as the node sees it, over JMX only: works before the node serves CQL. */
public final class RingView {
    private final Jmx jmx;
    private final CassandraSettings settings;

    public RingView(Jmx jmx, CassandraSettings settings) {
        this.jmx = jmx;
        this.settings = settings;
    }

    /**
     * By left token. Under LocalStrategy the only replica is this node.
     *
     * @throws io.idaeus.sidecar.problem.ProblemException UNKNOWN_KEYSPACE
     */
    public List<ReplicatedRange> ranges(String keyspace) {
        Mbeans.requireKeyspaces(jmx, List.of(keyspace));
        return slow("the ring of " + keyspace, server -> ranges(server, keyspace));
    }

    /** The ranges that this node replicates, by left token; empty before it has joined. */
    public List<TokenRange> localRanges(String keyspace) {
        return ranges(keyspace).stream()
                .filter(ReplicatedRange::local)
                .map(ReplicatedRange::range)
                .toList();
    }

    /** Joining ones included, by address. */
    public List<RingMember> members() {
        return slow(
                "the nodes of the cluster", server -> RingMembers.read(server).all());
    }

    /** The tokens of each member, by host id. */
    public List<NodeTokens> tokens() {
        return slow(
                "the tokens of the cluster", server -> RingMembers.read(server).tokens());
    }

    private <T> T slow(String what, Jmx.Call<T> call) {
        return jmx.runOrFail(what, settings.timeout(), call);
    }

    private static List<ReplicatedRange> ranges(MBeanServerConnection server, String keyspace) throws Exception {
        RingMembers members = RingMembers.read(server);
        UUID self = UUID.fromString((String) attribute(server, "LocalHostId"));
        Map<?, ?> ranges = (Map<?, ?>) server.invoke(
                Mbeans.STORAGE_SERVICE, "getRangeToEndpointWithPortMap", new Object[] {keyspace}, new String[] {
                    String.class.getName()
                });
        Map<TokenRange, List<RingMember>> replicas = new HashMap<>();
        ranges.forEach(
                (range, endpoints) -> replicas.put(range((List<?>) range), members.at((Collection<?>) endpoints)));
        return replicas.entrySet().stream()
                .map(entry -> new ReplicatedRange(
                        entry.getKey(),
                        entry.getValue(),
                        entry.getValue().stream()
                                .anyMatch(replica -> replica.hostId().equals(self))))
                .sorted(Comparator.comparingLong(range -> range.range().left()))
                .toList();
    }

    static TokenRange range(List<?> ends) {
        return new TokenRange(Long.parseLong((String) ends.get(0)), Long.parseLong((String) ends.get(1)));
    }
}
