/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

/**
 * A node that is a replica of a range.
 *
 * @param status liveness and movement, for instance {@code UP} or {@code UP, JOINING}
 */
public record Replica(String hostId, String address, String datacenter, String rack, String status) {
    private static final String UP = "UP";

    /** Whether the node is up; it may move meanwhile. */
    public boolean lives() {
        return status.equals(UP) || status.startsWith(UP + ", ");
    }
}
