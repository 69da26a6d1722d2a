/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import java.time.Instant;

/**
 * Which processes of Cassandra the sidecar took into write survey. Up to 5.0 a node that did so when it was told to looks
 * like one that was refused.
 */
@FunctionalInterface
public interface EnteredSurveys {
    /** Of a sidecar that takes no node into write survey. */
    EnteredSurveys NONE = process -> false;

    /** @param process when it was started */
    boolean has(Instant process);
}
