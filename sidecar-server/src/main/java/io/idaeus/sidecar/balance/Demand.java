/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.List;

/**
 * A range that destinations need.
 *
 * @param group the tables that travel together: a keyspace
 * @param destinations names of {@link DestinationNode}s
 * @param candidates each source once
 * @param copies how many different sources each destination takes, at least 1
 */
public record Demand(
        String group,
        TokenRange range,
        List<String> destinations,
        List<Candidate> candidates,
        int copies,
        Sharing sharing) {
    public Demand {
        if (copies < 1) {
            throw new IllegalArgumentException("copies of " + range + ": " + copies + " (expected: at least 1)");
        }
        destinations = List.copyOf(destinations);
        candidates = List.copyOf(candidates);
    }
}
