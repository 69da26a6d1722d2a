/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.util.List;

/**
 * The sidecars that transfers may pull from.
 *
 * @param allow addresses, networks and names, each with a port or for any port
 * @param allowRing whether the addresses of the ring's nodes are allowed, too
 * @param ringPort the control port of the sidecars in the ring; 0 for any
 * @param allowLoopback whether networks, names and the ring can allow loopback addresses
 */
public record PeersConfig(List<String> allow, boolean allowRing, int ringPort, boolean allowLoopback) {
    static PeersConfig read(Section section, ControlConfig control) {
        return new PeersConfig(
                section.list("allow", Value.PEER),
                section.get("allowRing", Value.BOOLEAN, true),
                section.get("ringPort", Value.PORT, control.port()),
                section.get("allowLoopback", Value.BOOLEAN, Exposure.isLoopback(control.host())));
    }
}
