/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.plan.JoinDelays;
import io.idaeus.sidecar.release.ReleaseVersion;
import java.util.List;
import java.util.stream.Stream;

/**
 * The place in the ring that a new node takes, as the kind of the plan describes it.
 *
 * @param name of a start that takes it, for instance {@code in the place of the dead node}
 * @param options with which Cassandra takes it
 * @param yaml lines of cassandra.yaml, and what to check there
 * @param tokens number of its tokens
 * @param version of the cluster
 * @param onCall whether a node outside the ring can take it when it is told to, without another start
 * @param delays for how long Cassandra waits by its clocks while a node joins in write survey
 */
public record Place(
        String name,
        List<String> options,
        List<String> yaml,
        int tokens,
        ReleaseVersion version,
        boolean onCall,
        JoinDelays delays) {
    /** The options that take the place, then others. */
    List<String> joining(String... others) {
        return Stream.concat(options.stream(), Stream.of(others)).toList();
    }
}
