/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

/** What goes wrong while a transfer runs. The order is part of what a seed means. */
enum Fault {
    KILL_DESTINATION_SIDECAR,
    KILL_SOURCE_SIDECAR,
    KILL_DESTINATION_CASSANDRA,
    KILL_SOURCE_CASSANDRA,
    CUT_LINK,
    STALL_LINK,
    SLOW_LINK,
    FLIP_BIT_ON_WIRE,
    FLIP_BIT_AT_SOURCE,
    TRUNCATE_PART_FILE,
    DELETE_SNAPSHOT,
    FILL_STAGING,
    FREEZE_STAGING,
    STOP_DESTINATION_SIDECAR,
    STOP_SOURCE_SIDECAR,
    STOP_DESTINATION_CASSANDRA,
    JUMP_DESTINATION_CLOCK,
    JUMP_SOURCE_CLOCK;

    /** Whether every row must be there in the end. What is lost at the source can not. */
    boolean spares() {
        return this != FLIP_BIT_AT_SOURCE && this != DELETE_SNAPSHOT;
    }

    /** Whether bytes may come twice because of it, and then how many is bounded. */
    boolean breaksOff() {
        return switch (this) {
            case KILL_DESTINATION_SIDECAR,
                    KILL_SOURCE_SIDECAR,
                    CUT_LINK,
                    STALL_LINK,
                    STOP_SOURCE_SIDECAR,
                    STOP_DESTINATION_SIDECAR -> true;
            default -> false;
        };
    }
}
