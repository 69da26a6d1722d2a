/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.security;

import java.util.List;

/**
 * Which peers may be called.
 *
 * @param allowed addresses, networks and names, with or without port
 * @param ring whether its nodes are peers
 * @param ringPort 0 for any
 * @param dataPort port of their data planes; 0 for any
 * @param loopback whether networks, names and the ring allow it
 * @param tls https instead of http
 */
public record PeerRules(List<String> allowed, boolean ring, int ringPort, int dataPort, boolean loopback, boolean tls) {

    public PeerRules {
        allowed = List.copyOf(allowed);
    }
}
