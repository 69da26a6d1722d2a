/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as one node sees it now.
 *
 * @param hostId of the node that was asked
 * @param schemaVersions addresses of live nodes by schema version; more than one key while schemas disagree
 * @param releaseVersions addresses of nodes by Cassandra version, as gossip has them
 * @param epoch of the cluster's metadata, from 6.0 on
 * @param maxWriteTimeoutMillis the longest of this node's write timeouts
 * @param repairs number of repairs that this node takes part in
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = ClusterExamples.CLUSTER)
@RecordBuilder
public record Cluster(
        String name,
        String hostId,
        String cassandraVersion,
        List<ClusterNode> nodes,
        Map<String, List<String>> schemaVersions,
        Map<String, List<String>> releaseVersions,
        @Nullable Long epoch,
        long maxWriteTimeoutMillis,
        int repairs) {}
