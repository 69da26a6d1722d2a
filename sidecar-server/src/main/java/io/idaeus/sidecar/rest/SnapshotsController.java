/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Lease;
import io.idaeus.api.LeaseList;
import io.idaeus.api.LeaseRequest;
import io.idaeus.api.Manifest;
import io.idaeus.api.ProblemType;
import io.idaeus.api.SnapshotInfo;
import io.idaeus.api.SnapshotList;
import io.idaeus.api.SnapshotRequest;
import io.idaeus.api.SnapshotsApi;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.config.DurationText;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.snapshot.LeaseService;
import io.idaeus.sidecar.snapshot.ManifestService;
import io.idaeus.sidecar.snapshot.SnapshotOrder;
import io.idaeus.sidecar.snapshot.SnapshotService;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Snapshots, their manifests, and the leases that keep them. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class SnapshotsController implements SnapshotsApi {
    private final SnapshotService snapshots;
    private final ManifestService manifests;
    private final LeaseService leases;
    private final Duration leaseTtl;

    SnapshotsController(
            SnapshotService snapshots, ManifestService manifests, LeaseService leases, SidecarConfig config) {
        this.snapshots = snapshots;
        this.manifests = manifests;
        this.leases = leases;
        this.leaseTtl = config.snapshots().leaseTtl();
    }

    @Override
    public HttpResponse<SnapshotInfo> create(SnapshotRequest request) {
        if (request.tables() != null) {
            request.tables().forEach(SnapshotsController::check);
        }
        SnapshotInfo taken = snapshots.take(new SnapshotOrder(
                request.tag(),
                request.keyspace(),
                request.tables(),
                duration(request.ttl()),
                Boolean.TRUE.equals(request.skipFlush())));
        return HttpResponse.created(taken, URI.create("/v1/snapshots/" + taken.tag()));
    }

    @Override
    public SnapshotList list() {
        return new SnapshotList(snapshots.list());
    }

    @Override
    public SnapshotInfo get(String tag) {
        return snapshots.get(tag);
    }

    @Override
    public HttpResponse<Void> delete(String tag, @Nullable Boolean force) {
        snapshots.delete(tag, Boolean.TRUE.equals(force));
        return HttpResponse.noContent();
    }

    @Override
    public HttpResponse<Manifest> manifest(
            String tag,
            String keyspace,
            String table,
            @Nullable List<String> range,
            @Nullable Integer limit,
            @Nullable String after) {
        TableRef ref = check(new TableRef(keyspace, table));
        Manifest manifest = manifests.manifest(tag, ref, Ranges.of(range), Paging.limit(limit), after);
        return manifest.state() == Manifest.State.READY
                ? HttpResponse.ok(manifest)
                : HttpResponse.accepted().body(manifest).header(HttpHeaders.RETRY_AFTER, "1");
    }

    @Override
    public Lease lease(String id, LeaseRequest request) {
        Duration ttl = duration(request.ttl());
        return leases.put(
                id, request.tag(), ttl == null ? leaseTtl : ttl, Boolean.TRUE.equals(request.clearOnRelease()));
    }

    @Override
    public LeaseList leases() {
        return new LeaseList(leases.list());
    }

    @Override
    public HttpResponse<Void> release(String id) {
        leases.release(id);
        return HttpResponse.noContent();
    }

    private static TableRef check(TableRef table) {
        TableName name = new TableName(table.keyspace(), table.table());
        return new TableRef(name.keyspace(), name.table());
    }

    private static @Nullable Duration duration(@Nullable String text) {
        Duration duration = text == null ? null : DurationText.parse(text);
        if (text != null && duration == null) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "ttl: \"" + text + "\" (expected: " + DurationText.EXPECTED + ")");
        }
        return duration;
    }
}
