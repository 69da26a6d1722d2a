/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import java.time.Instant;

/**
 * Which processes of Cassandra entered write survey after the sidecar called {@code joinRing}. Up to 5.0, Cassandra itself
 * reports the same state after a success and after a refusal.
 */
@FunctionalInterface
public interface EnteredSurveys {
    /** For a sidecar that takes no node into write survey. */
    EnteredSurveys NONE = process -> false;

    /** @param process when it was started */
    boolean has(Instant process);
}
