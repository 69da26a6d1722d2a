/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.Listed;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.Map;

/**
 * How the nodes see the cluster, by their host ids.
 *
 * @param seen what they say
 * @param failed why, of those whose sidecars answer and cannot tell
 */
public record ClusterViews(Map<String, ClusterSeen> seen, Map<String, String> failed) {
    public ClusterViews {
        seen = Map.copyOf(seen);
        failed = Map.copyOf(failed);
    }

    /**
     * Where nobody may be passed over who can be asked.
     *
     * @throws ProblemException PEER_UNREACHABLE where one cannot tell
     */
    public Map<String, ClusterSeen> complete() {
        if (!failed.isEmpty()) {
            throw new ProblemException(
                    ProblemType.PEER_UNREACHABLE,
                    "nodes cannot tell how they see the cluster: " + Listed.of(failed.values()));
        }
        return seen;
    }
}
