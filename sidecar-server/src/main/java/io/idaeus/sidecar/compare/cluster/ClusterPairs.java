/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.ProblemType;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.problem.ProblemException;
import java.util.function.BooleanSupplier;

/** Finds the clusters of a comparison. Calls only allowed peers. Thread-safe. */
public final class ClusterPairs {
    private final SidecarDirectory own;

    /** @param own the sidecars of this cluster */
    public ClusterPairs(SidecarDirectory own) {
        this.own = own;
    }

    /**
     * @param unwanted whether nobody waits for the result any more; asked often
     * @throws ProblemException UNPROCESSABLE where both are the same cluster; what {@link ComparedCluster#find} throws
     */
    public ClusterPair find(ComparisonRequest request, BooleanSupplier unwanted) {
        SidecarDirectory other = own.of(request.with());
        ComparedCluster here = ComparedCluster.find(own, unwanted);
        ComparedCluster there = ComparedCluster.find(other, unwanted);
        if (here.overlaps(there)) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "with: " + request.with() + " is a sidecar of this cluster, " + here.name()
                            + " (expected: one of another cluster)");
        }
        return new ClusterPair(here, there);
    }
}
