/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.claim.Claim;
import io.idaeus.api.keyspace.KeyspaceRules;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.DataDirectory;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as its sidecar knows it without Cassandra.
 *
 * @param sidecarVersion of the sidecar
 * @param staging its staging roots
 * @param lifecycle whether the sidecar may stop and start Cassandra ({@code cassandra.lifecycle})
 * @param cassandra the process; absent while it does not answer
 * @param claims plans that this node belongs to
 * @param keyspaces whose SSTables it moves; absent for all, or where an earlier version does not tell
 * @param planDigests the forms of a plan's digest that it verifies, for instance {@code v1}; absent where an earlier
 *     version knows the form without a name alone
 * @param capabilities features beyond the versions of its API, for instance {@code slices}; absent where an earlier
 *     version does not tell
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = ClusterExamples.HOST)
@RecordBuilder
public record Host(
        String sidecarVersion,
        List<DataDirectory> staging,
        boolean lifecycle,
        @Nullable CassandraProcess cassandra,
        List<Claim> claims,
        @Nullable KeyspaceRules keyspaces,
        @Nullable List<String> planDigests,
        @Nullable List<String> capabilities) {
    /** A host that does not tell which keyspaces it moves. */
    public Host(
            String sidecarVersion,
            List<DataDirectory> staging,
            boolean lifecycle,
            @Nullable CassandraProcess cassandra,
            List<Claim> claims) {
        this(sidecarVersion, staging, lifecycle, cassandra, claims, null, null, null);
    }

    /** Whether its sidecar has a feature, by the name that {@link io.idaeus.api.node.NodeInfo#capabilities} has for it. */
    public boolean offers(String capability) {
        return capabilities != null && capabilities.contains(capability);
    }

    /** Whether it moves the SSTables of a keyspace that is not Cassandra's own. */
    public boolean moves(String keyspace) {
        return keyspaces == null || keyspaces.allows(keyspace);
    }
}
