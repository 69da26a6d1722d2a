/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import java.time.Instant;

/**
 * Why a transfer waits.
 *
 * @param phase the phase that continues afterwards
 * @param detail what was found, with names and numbers
 * @param since when the wait for this cause began
 * @param attempts how often the cause was checked since then
 * @param remedy what an operator can do
 */
public record TransferWait(
        Cause cause, TransferState phase, String detail, Instant since, int attempts, String remedy) {

    /** Why a transfer waits. The transfer is PAUSED meanwhile, except for PEER. */
    public enum Cause {
        /** An operator paused it, and must resume it. */
        OPERATOR,
        /** A source does not answer. The transfer retries, and fails after {@code transfers.retryFor}. */
        PEER,
        /** The Cassandra of this node does not answer. */
        CASSANDRA,
        /** The node is joining, leaving, moving, draining or drained. */
        NODE_STATE,
        /** The table to import into has too many pending compactions. */
        COMPACTIONS,
        /** Another import into the same table is running. */
        OTHER_IMPORT,
        /** An import's end was not seen, and Cassandra still imports. */
        IMPORT_RUNNING,
        /** A file system of this node has too little space. */
        DISK_SPACE,
        /** A file system of this node cannot be written: read-only, broken or without permission. */
        DISK_ERROR
    }
}
