/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.util.List;

/**
 * Which peers may be called.
 *
 * @param allowed addresses, networks and names, with a port or for any: {@code 10.0.0.1}, {@code [fd00::1]:9043},
 *     {@code 10.0.0.0/8:9043}, {@code node1.example.org}
 * @param ring whether nodes of the local Cassandra's ring are peers
 * @param ringPort the port of their sidecars' control planes; 0 for any
 * @param loopback whether networks, names and the ring can allow loopback addresses; otherwise only an entry that names
 *     the address, or {@code localhost}, does
 * @param tls whether peers are called by {@code https}, otherwise by {@code http}
 */
public record PeerRules(List<String> allowed, boolean ring, int ringPort, boolean loopback, boolean tls) {

    public PeerRules {
        allowed = List.copyOf(allowed);
    }
}
