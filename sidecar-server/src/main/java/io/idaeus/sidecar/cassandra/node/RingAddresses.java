/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import io.idaeus.sidecar.problem.ProblemException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The addresses of the ring's nodes; empty while Cassandra does not answer. */
public final class RingAddresses {
    private static final Logger log = LoggerFactory.getLogger(RingAddresses.class);

    private RingAddresses() {}

    public static Set<InetAddress> of(RingView ring) {
        Set<InetAddress> addresses = new HashSet<>();
        try {
            for (RingMember member : ring.members()) {
                addresses.add(InetAddress.getByName(member.address()));
            }
        } catch (ProblemException | UnknownHostException e) {
            log.warn("Ring addresses unknown, so peers.allowRing allows no peer now: {}", e.getMessage());
        }
        return addresses;
    }
}
