/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.ProblemType;
import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.cluster.HostBuilder;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.contract.Permission;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.node.CassandraProcess;
import io.idaeus.api.node.PendingRanges;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.claim.ClaimService;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.sstable.SstableCatalog;
import org.jspecify.annotations.Nullable;

/** The facts that plans read from each node. */
public final class ClusterOperations {
    private final CassandraDoor door;
    private final DataDirectories directories;
    private final SidecarFacts sidecar;
    private final ClaimService claims;
    private final KeyspacePolicy keyspaces;
    private final SizeSummary sizes;

    ClusterOperations(
            CassandraDoor door,
            DataDirectories directories,
            SidecarFacts sidecar,
            SstableCatalog catalog,
            ClaimService claims,
            KeyspacePolicy keyspaces) {
        this.door = door;
        this.directories = directories;
        this.sidecar = sidecar;
        this.claims = claims;
        this.keyspaces = keyspaces;
        this.sizes = new SizeSummary(catalog, door.lightweightTransactions(), door.schemas());
    }

    public Host host(Call call) {
        call.require(Permission.OBSERVE);
        return HostBuilder.builder()
                .sidecarVersion(sidecar.version())
                .staging(directories.staging())
                .lifecycle(claims.mayRestart())
                .cassandra(process())
                .claims(claims.list())
                .keyspaces(keyspaces.rules())
                .planDigests(claims.digestForms())
                .capabilities(sidecar.capabilities())
                .build();
    }

    private @Nullable CassandraProcess process() {
        try {
            return door.process().read();
        } catch (ProblemException e) {
            if (e.type() == ProblemType.CASSANDRA_UNAVAILABLE) {
                return null;
            }
            throw e;
        }
    }

    public Cluster cluster(Call call) {
        call.require(Permission.OBSERVE);
        return door.cluster().cluster();
    }

    public RingTokens tokens(Call call) {
        call.require(Permission.OBSERVE);
        return new RingTokens(door.ring().tokens());
    }

    public PendingRanges pendingRanges(Call call, String keyspace) {
        call.require(Permission.OBSERVE, keyspace);
        TableName.requireKeyspace(keyspace);
        return new PendingRanges(keyspace, door.cluster().pendingRanges(keyspace));
    }

    public KeyspaceSizes sizes(Call call, String keyspace) {
        call.require(Permission.OBSERVE, keyspace);
        TableName.requireKeyspace(keyspace);
        return sizes.of(
                keyspace, door.ring().localRanges(keyspace), door.tables().of(keyspace));
    }
}
