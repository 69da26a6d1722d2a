/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import java.time.Instant;

/**
 * What a transfer waits for.
 *
 * @param phase that goes on afterwards
 * @param detail what was found, with its names and numbers
 * @param since when the wait for this cause began
 * @param attempts how often it was tried, or looked at, since then
 * @param remedy what an operator can do
 */
public record TransferWait(
        Cause cause, TransferState phase, String detail, Instant since, int attempts, String remedy) {

    /** Why a transfer does not go on. All but PEER hold it up as a whole: it is PAUSED meanwhile. */
    public enum Cause {
        /** Somebody paused it; only somebody resumes it. */
        OPERATOR,
        /** A source does not answer; it is asked again, and the transfer fails after {@code transfers.retryFor}. */
        PEER,
        /** The node's own Cassandra does not answer. */
        CASSANDRA,
        /** The node joins, leaves, moves, drains or is drained. */
        NODE_STATE,
        /** Too many compactions of the table that is imported next are pending. */
        COMPACTIONS,
        /** Another import into the table is under way. */
        OTHER_IMPORT,
        /** A file system of this node has too little space. */
        DISK_SPACE,
        /** A file system of this node cannot be written: read-only, broken, or without permission. */
        DISK_ERROR
    }
}
