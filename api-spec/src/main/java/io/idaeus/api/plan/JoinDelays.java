/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

/** For how long Cassandra waits by its clocks while a node joins in write survey. */
public enum JoinDelays {
    /** For seconds, where the plan proves what Cassandra waits for. */
    SHORT,
    /** For as long as Cassandra does by default. */
    CASSANDRA
}
