/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import java.util.UUID;

/**
 * A node of the cluster.
 *
 * @param address without the port
 * @param port of internode traffic
 * @param datacenter empty if unknown
 */
public record RingMember(
        UUID hostId, String address, int port, String datacenter, String rack, Liveness liveness, Movement movement) {

    /** By gossip. */
    public enum Liveness {
        UP,
        DOWN,
        UNKNOWN
    }

    /** Whether its ranges are changing. */
    public enum Movement {
        NORMAL,
        JOINING,
        LEAVING,
        MOVING
    }
}
