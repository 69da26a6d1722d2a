/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import java.util.List;

/**
 * The sidecars that transfers may pull from.
 *
 * @param allow hosts, addresses and networks, with or without a port
 * @param ringPort control port of the ring's sidecars; 0 for any
 * @param dataPort port of their data planes; 0 for any
 * @param allowLoopback let networks, names and the ring allow loopback addresses
 */
public record PeersConfig(List<String> allow, boolean allowRing, int ringPort, int dataPort, boolean allowLoopback) {
    static PeersConfig read(Section section, ControlConfig control, DataConfig data) {
        return new PeersConfig(
                section.list("allow", Value.PEER),
                section.get("allowRing", Value.BOOLEAN, true),
                section.get("ringPort", Value.PORT, control.port()),
                section.get("dataPort", Value.PORT, data.port()),
                section.get("allowLoopback", Value.BOOLEAN, Exposure.isLoopback(control.host())));
    }
}
