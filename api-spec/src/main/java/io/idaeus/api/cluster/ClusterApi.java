/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.cluster;

import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.node.PendingRanges;
import io.idaeus.api.value.Bounded;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.QueryValue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

/** How this node runs, and the cluster as it sees it. Nothing here needs CQL. */
@Tag(name = "cluster")
@Controller
@AnswersProblems
public interface ClusterApi {
    /** @return What is known of the node, whether or not its Cassandra runs */
    @Get("/v1/host")
    @Needs.Observe
    @Operation(operationId = "getHost", summary = "Returns what is known of a node without its Cassandra")
    Host host();

    /** @return The cluster */
    @Get("/v1/cluster")
    @Needs.Observe
    @Operation(operationId = "getCluster", summary = "Returns the nodes of the cluster and its schema versions")
    @NeedsCassandra
    Cluster cluster();

    /** @return The tokens of each member, by host id */
    @Get("/v1/tokens")
    @Needs.Observe
    @Operation(operationId = "listTokens", summary = "Lists the tokens of the nodes of the cluster")
    @NeedsCassandra
    RingTokens tokens();

    /** @return Ranges that change owners, by left token; none while no node joins, leaves or moves */
    @Get("/v1/pending-ranges")
    @Needs.Observe
    @Operation(operationId = "listPendingRanges", summary = "Lists the token ranges of a keyspace that change owners")
    @AnswersNotFound
    @NeedsCassandra
    PendingRanges pendingRanges(@QueryValue @Bounded.Name String keyspace);

    /**
     * Also tells what refuses transfers of the SSTables to other nodes of the cluster.
     *
     * @return The bytes of each table in each token range that this node owns
     */
    @Get("/v1/sizes")
    @Needs.Observe
    @Operation(operationId = "getSizes", summary = "Returns how many bytes this node holds, by table and token range")
    @AnswersNotFound
    @NeedsCassandra
    KeyspaceSizes sizes(@QueryValue @Bounded.Name String keyspace);
}
