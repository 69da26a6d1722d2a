/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.sidecar.audit.AuditLog;
import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.connection.CqlPages;
import io.idaeus.sidecar.cassandra.schema.KeyspacePolicy;
import io.idaeus.sidecar.claim.ClaimService;
import io.idaeus.sidecar.compare.job.ComparisonService;
import io.idaeus.sidecar.limits.LimitsService;
import io.idaeus.sidecar.metrics.PrometheusMetrics;
import io.idaeus.sidecar.plan.PlanService;
import io.idaeus.sidecar.security.LiveTls;
import io.idaeus.sidecar.snapshot.Snapshots;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.transfer.TransferService;
import io.idaeus.sidecar.transfer.landing.CleanupMarks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All operations of a sidecar. Their methods are named as those of the API's interfaces are. */
@RecordBuilder
public record Operations(
        TransferOperations transfers,
        PlanOperations plans,
        ClaimOperations claims,
        SnapshotOperations snapshots,
        SstableOperations sstables,
        NodeOperations node,
        ClusterOperations cluster,
        ImportOperations imports,
        RowOperations rows,
        ComparisonOperations comparisons,
        LimitOperations limits,
        HousekeepingOperations housekeeping,
        EventOperations events,
        MonitoringOperations monitoring) {

    /** The services that operations call. */
    @RecordBuilder
    public record Services(
            CassandraDoor door,
            SstableCatalog catalog,
            KeyspacePolicy keyspaces,
            CleanupMarks marks,
            TransferService transfers,
            PlanService plans,
            ClaimService claims,
            ComparisonService comparisons,
            Snapshots snapshots,
            LimitsService limits,
            AuditLog audit,
            PrometheusMetrics metrics,
            @Nullable LiveTls tls,
            @Nullable CqlPages rows) {}

    /** @param leaseTtl of leases that name none */
    public static Operations of(
            Services all, DataDirectories directories, SidecarFacts sidecar, StreamQuota streams, Duration leaseTtl) {
        LongCalls calls = new LongCalls();
        return OperationsBuilder.builder()
                .transfers(new TransferOperations(all.transfers, calls, streams))
                .plans(new PlanOperations(all.plans, calls, streams))
                .claims(new ClaimOperations(all.claims, calls))
                .snapshots(new SnapshotOperations(
                        all.snapshots.service(), all.snapshots.manifests(), all.snapshots.leases(), leaseTtl, calls))
                .sstables(new SstableOperations(all.door, all.catalog, all.snapshots.service(), all.keyspaces))
                .node(new NodeOperations(all.door, all.marks, directories, sidecar))
                .cluster(new ClusterOperations(all.door, directories, sidecar, all.catalog, all.claims, all.keyspaces))
                .imports(new ImportOperations(all.transfers.stagedImports(), calls))
                .rows(new RowOperations(all.door, all.rows, all.keyspaces, calls))
                .comparisons(new ComparisonOperations(all.comparisons, calls))
                .limits(new LimitOperations(all.limits, new Revisions()))
                .housekeeping(
                        new HousekeepingOperations(all.marks, all.transfers, all.door.schemas(), all.audit, all.tls))
                .events(new EventOperations(streams))
                .monitoring(new MonitoringOperations(all.metrics))
                .build();
    }

    public List<Object> all() {
        return List.of(
                transfers,
                plans,
                claims,
                snapshots,
                sstables,
                node,
                cluster,
                imports,
                rows,
                comparisons,
                limits,
                housekeeping,
                events,
                monitoring);
    }
}
