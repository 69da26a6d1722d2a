/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import java.time.Instant;

/**
 * Why a step waits.
 *
 * @param cause a stable name, for instance {@code NODE_DOWN}
 * @param detail what was found, and what is expected
 * @param remedy what an operator can do
 */
public record PlanWait(Cause cause, String detail, String remedy, Instant since) {

    /** Why a step waits. */
    public enum Cause {
        /** An operator must do what the step says. */
        OPERATOR,
        /** Cassandra was started with other options than the plan's. */
        WRONG_START,
        /** A node of the cluster is down, or its sidecar does not answer. */
        NODE_DOWN,
        /** The ring or the schema is changing. */
        CLUSTER_CHANGING,
        /** A transfer waits. */
        TRANSFER,
        /** A repair runs, or too many compactions are pending. */
        BUSY,
        /** A range has fewer live sources than the plan's rule asks for. */
        TOO_FEW_SOURCES,
        /** A sidecar, or its Cassandra, refuses what the step asks. */
        REFUSED,
        /** A sidecar has a defect; its log has the cause under the id that {@code detail} names. */
        INTERNAL
    }
}
