/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

/** A fault during a transfer. The order of the constants is part of a seed's meaning. */
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

    /** True if every row must arrive; a loss at the source excuses missing rows. */
    boolean keepsEveryRow() {
        return this != FLIP_BIT_AT_SOURCE && this != DELETE_SNAPSHOT;
    }

    /** True if bytes may be sent again; their number is bounded. */
    boolean mayResendBytes() {
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
