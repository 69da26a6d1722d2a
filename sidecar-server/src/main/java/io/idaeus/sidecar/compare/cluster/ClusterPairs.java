/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.cluster;

import io.idaeus.api.ComparisonRequest;
import io.idaeus.api.ProblemType;
import io.idaeus.client.SidecarClient;
import io.idaeus.sidecar.plan.cluster.SidecarAddress;
import io.idaeus.sidecar.plan.cluster.SidecarDirectory;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.security.PeerPolicy;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Finds the clusters of a comparison. Calls only allowed peers. Thread-safe. */
public final class ClusterPairs {
    private final Supplier<SidecarClient> clients;
    private final PeerPolicy policy;
    private final SidecarDirectory own;
    private final ExecutorService threads;

    /**
     * @param own the sidecars of this cluster
     * @param threads for calls to several sidecars at once
     */
    public ClusterPairs(
            Supplier<SidecarClient> clients, PeerPolicy policy, SidecarDirectory own, ExecutorService threads) {
        this.clients = clients;
        this.policy = policy;
        this.own = own;
        this.threads = threads;
    }

    /**
     * @param unwanted whether nobody waits for the result any more; asked often
     * @throws ProblemException UNPROCESSABLE where both are the same cluster; what {@link ComparedCluster#find} throws
     */
    public ClusterPair find(ComparisonRequest request, BooleanSupplier unwanted) {
        URI with = policy.allow(URI.create(request.with())).uri();
        ComparedCluster here = ComparedCluster.find(own, unwanted);
        ComparedCluster there = ComparedCluster.find(
                new SidecarDirectory(
                        clients, policy, () -> with, new SidecarAddress(with.getScheme(), with.getPort()), threads),
                unwanted);
        if (here.overlaps(there)) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE,
                    "with: " + request.with() + " is a sidecar of this cluster, " + here.name()
                            + " (expected: one of another cluster)");
        }
        return new ClusterPair(here, there);
    }
}
