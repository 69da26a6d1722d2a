/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra;

import static io.idaeus.sidecar.cassandra.Mbeans.attribute;

import io.idaeus.sidecar.cassandra.RingMember.Liveness;
import io.idaeus.sidecar.cassandra.RingMember.Movement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ReflectionException;
import javax.management.RuntimeMBeanException;

/** The nodes by the address and port that other nodes know them by, as one look at the node's MBeans gives them. */
record RingMembers(Map<String, RingMember> byAddress) {
    static RingMembers read(MBeanServerConnection server) throws Exception {
        Collection<?> live = (Collection<?>) attribute(server, "LiveNodesWithPort");
        Collection<?> unreachable = (Collection<?>) attribute(server, "UnreachableNodesWithPort");
        Collection<?> joining = (Collection<?>) attribute(server, "JoiningNodesWithPort");
        Collection<?> leaving = (Collection<?>) attribute(server, "LeavingNodesWithPort");
        Collection<?> moving = (Collection<?>) attribute(server, "MovingNodesWithPort");
        Map<String, RingMember> members = new TreeMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) attribute(server, "EndpointWithPortToHostId")).entrySet()) {
            String address = (String) entry.getKey();
            int colon = address.lastIndexOf(':');
            members.put(
                    address,
                    new RingMember(
                            UUID.fromString((String) entry.getValue()),
                            address.substring(0, colon).replaceAll("[\\[\\]]", ""),
                            Integer.parseInt(address.substring(colon + 1)),
                            place(server, "getDatacenter", address),
                            place(server, "getRack", address),
                            live.contains(address)
                                    ? Liveness.UP
                                    : unreachable.contains(address) ? Liveness.DOWN : Liveness.UNKNOWN,
                            movement(address, joining, leaving, moving)));
        }
        return new RingMembers(members);
    }

    List<RingMember> all() {
        return List.copyOf(byAddress.values());
    }

    List<RingMember> at(Collection<?> addresses) {
        return addresses.stream()
                .map(address -> {
                    RingMember member = byAddress.get(address);
                    if (member == null) {
                        throw new IllegalStateException("no host id for the replica " + address);
                    }
                    return member;
                })
                .toList();
    }

    private static Movement movement(
            String address, Collection<?> joining, Collection<?> leaving, Collection<?> moving) {
        if (joining.contains(address)) {
            return Movement.JOINING;
        }
        if (leaving.contains(address)) {
            return Movement.LEAVING;
        }
        return moving.contains(address) ? Movement.MOVING : Movement.NORMAL;
    }

    /** The snitch throws for a node that it has heard too little of. */
    private static String place(MBeanServerConnection server, String operation, String address)
            throws java.io.IOException, InstanceNotFoundException, ReflectionException {
        try {
            return (String) server.invoke(
                    Mbeans.ENDPOINT_SNITCH, operation, new Object[] {address}, new String[] {String.class.getName()});
        } catch (MBeanException | RuntimeMBeanException e) {
            return "";
        }
    }
}
