/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static io.idaeus.sidecar.cassandra.node.Mbeans.attribute;

import io.idaeus.api.cluster.ClusterNode;
import io.idaeus.api.cluster.ClusterNodeBuilder;
import io.idaeus.api.node.NodeTokens;
import io.idaeus.sidecar.cassandra.node.RingMember.Liveness;
import io.idaeus.sidecar.cassandra.node.RingMember.Movement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;
import org.jspecify.annotations.Nullable;

/** The nodes of the cluster, read once. */
final class RingMembers {
    private final MBeanServerConnection server;
    private final Set<?> live;
    private final Set<?> unreachable;
    private final Set<?> joining;
    private final Set<?> leaving;
    private final Set<?> moving;
    // By address.
    private final Map<Object, List<String>> tokens = new HashMap<>();
    private final Map<String, RingMember> byAddress = new TreeMap<>();
    // Nodes that are being replaced: their tokens count as the new node's, but they are still the replicas.
    private final Map<String, RingMember> others = new TreeMap<>();

    private RingMembers(MBeanServerConnection server) throws Exception {
        this.server = server;
        this.live = addresses("LiveNodesWithPort");
        this.unreachable = addresses("UnreachableNodesWithPort");
        this.joining = addresses("JoiningNodesWithPort");
        this.leaving = addresses("LeavingNodesWithPort");
        this.moving = addresses("MovingNodesWithPort");
    }

    static RingMembers read(MBeanServerConnection server) throws Exception {
        RingMembers members = new RingMembers(server);
        // 6.0 keeps the host ids of nodes that have left, so a node counts if it has tokens or is joining.
        ((Map<?, ?>) attribute(server, "TokenToEndpointWithPortMap")).forEach((token, owner) -> members.tokens
                .computeIfAbsent(owner, key -> new ArrayList<>())
                .add((String) token));
        Map<?, ?> hostIds = (Map<?, ?>) attribute(server, "EndpointWithPortToHostId");
        for (Map.Entry<?, ?> entry : hostIds.entrySet()) {
            String address = (String) entry.getKey();
            boolean counts = members.tokens.containsKey(address) || members.joining.contains(address);
            (counts ? members.byAddress : members.others)
                    .put(address, members.member(address, UUID.fromString((String) entry.getValue())));
        }
        return members;
    }

    List<RingMember> all() {
        return List.copyOf(byAddress.values());
    }

    List<ClusterNode> nodes() throws Exception {
        List<ClusterNode> nodes = new ArrayList<>();
        for (Map.Entry<String, RingMember> entry : byAddress.entrySet()) {
            nodes.add(node(entry.getValue(), tokensOf(entry.getKey()).size(), downMillis(entry.getKey())));
        }
        return List.copyOf(nodes);
    }

    private List<String> tokensOf(String address) {
        return tokens.getOrDefault(address, List.of());
    }

    /** By host id; nodes that are joining may have theirs already. */
    List<NodeTokens> tokens() {
        return byAddress.entrySet().stream()
                .map(entry -> new NodeTokens(
                        entry.getValue().hostId().toString(),
                        tokensOf(entry.getKey()).stream()
                                .sorted(Comparator.comparingLong(Long::parseLong))
                                .toList()))
                .sorted(Comparator.comparing(NodeTokens::hostId))
                .toList();
    }

    // Counted by this node's own gossip, from when it noticed, or from its own start.
    private @Nullable Long downMillis(String address) throws Exception {
        if (!unreachable.contains(address)) {
            return null;
        }
        try {
            return (Long) server.invoke(
                    Mbeans.GOSSIPER, "getEndpointDowntime", new Object[] {address}, new String[] {String.class.getName()
                    });
        } catch (SecurityException e) {
            // The role was given its rights before this was asked for.
            return null;
        }
    }

    private static ClusterNode node(RingMember member, int tokens, @Nullable Long downMillis) {
        return ClusterNodeBuilder.builder()
                .hostId(member.hostId().toString())
                .address(member.address())
                .datacenter(member.datacenter())
                .rack(member.rack())
                .liveness(member.liveness().name())
                .movement(member.movement().name())
                .tokens(tokens)
                .downMillis(downMillis)
                .build();
    }

    List<RingMember> at(Collection<?> addresses) {
        return addresses.stream()
                .map(address -> {
                    RingMember member = byAddress.getOrDefault(address, others.get(address));
                    if (member == null) {
                        throw new IllegalStateException(
                                "replica " + address + " is no member: the ring is changing; try again");
                    }
                    return member;
                })
                .toList();
    }

    private RingMember member(String address, UUID hostId) throws Exception {
        return new RingMember(
                hostId,
                Addresses.host(address),
                Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)),
                place("getDatacenter", address),
                place("getRack", address),
                liveness(address),
                movement(address));
    }

    private Liveness liveness(String address) {
        if (live.contains(address)) {
            return Liveness.UP;
        }
        return unreachable.contains(address) ? Liveness.DOWN : Liveness.UNKNOWN;
    }

    private Movement movement(String address) {
        if (joining.contains(address)) {
            return Movement.JOINING;
        }
        if (leaving.contains(address)) {
            return Movement.LEAVING;
        }
        return moving.contains(address) ? Movement.MOVING : Movement.NORMAL;
    }

    // Empty if the snitch knows too little of the node, in which case it throws.
    private String place(String operation, String address)
            throws IOException, InstanceNotFoundException, ReflectionException {
        try {
            return (String) server.invoke(
                    Mbeans.ENDPOINT_SNITCH, operation, new Object[] {address}, new String[] {String.class.getName()});
        } catch (MBeanException | RuntimeMBeanException e) {
            return "";
        }
    }

    private Set<?> addresses(String attribute) throws Exception {
        return new HashSet<>((Collection<?>) attribute(server, attribute));
    }
}
