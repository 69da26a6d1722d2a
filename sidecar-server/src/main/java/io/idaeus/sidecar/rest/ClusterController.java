/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.CassandraProcess;
import io.idaeus.api.Cluster;
import io.idaeus.api.ClusterApi;
import io.idaeus.api.Host;
import io.idaeus.api.KeyspaceSizes;
import io.idaeus.api.PendingRanges;
import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.claim.ClaimService;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import org.jspecify.annotations.Nullable;

/** How the node runs, and the cluster as it sees it. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class ClusterController implements ClusterApi {
    private final CassandraDoor door;
    private final DataDirectories directories;
    private final SidecarFacts sidecar;
    private final ClaimService claims;
    private final KeyspacePolicy keyspaces;
    private final SizeSummary sizes;

    ClusterController(
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

    @Override
    public Host host() {
        return new Host(
                sidecar.version(),
                directories.staging(),
                claims.mayRestart(),
                process(),
                claims.list(),
                keyspaces.rules(),
                claims.digestForms());
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

    @Override
    public Cluster cluster() {
        return door.cluster().cluster();
    }

    @Override
    public PendingRanges pendingRanges(String keyspace) {
        TableName.requireKeyspace(keyspace);
        return new PendingRanges(keyspace, door.cluster().pendingRanges(keyspace));
    }

    @Override
    public KeyspaceSizes sizes(String keyspace) {
        TableName.requireKeyspace(keyspace);
        return sizes.of(
                keyspace, door.ring().localRanges(keyspace), door.tables().of(keyspace));
    }
}
