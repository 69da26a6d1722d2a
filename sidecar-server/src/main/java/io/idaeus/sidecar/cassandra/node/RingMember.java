/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import java.util.UUID;

/**
 * A node of the cluster as this node sees it.
 *
 * @param address what other nodes know it by, without the port
 * @param port of internode traffic
 * @param datacenter empty where this node does not know yet
 */
public record RingMember(
        UUID hostId, String address, int port, String datacenter, String rack, Liveness liveness, Movement movement) {

    /** Whether gossip sees it. */
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
