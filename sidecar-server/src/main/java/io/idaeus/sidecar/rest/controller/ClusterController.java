/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.ClusterApi;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.node.PendingRanges;
import io.idaeus.sidecar.operation.ClusterOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** How the node runs, and the cluster as it sees it. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class ClusterController implements ClusterApi {
    private final ClusterOperations cluster;
    private final Calls calls;

    ClusterController(ClusterOperations cluster, Calls calls) {
        this.cluster = cluster;
        this.calls = calls;
    }

    @Override
    public Host host() {
        return cluster.host(calls.current());
    }

    @Override
    public Cluster cluster() {
        return cluster.cluster(calls.current());
    }

    @Override
    public RingTokens tokens() {
        return cluster.tokens(calls.current());
    }

    @Override
    public PendingRanges pendingRanges(String keyspace) {
        return cluster.pendingRanges(calls.current(), keyspace);
    }

    @Override
    public KeyspaceSizes sizes(String keyspace) {
        return cluster.sizes(calls.current(), keyspace);
    }
}
