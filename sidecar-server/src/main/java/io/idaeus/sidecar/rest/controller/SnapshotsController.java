/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.TableRef;
import io.idaeus.api.slice.SliceList;
import io.idaeus.api.slice.SliceRequest;
import io.idaeus.api.snapshot.Lease;
import io.idaeus.api.snapshot.LeaseList;
import io.idaeus.api.snapshot.LeaseRequest;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.snapshot.SnapshotList;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.snapshot.SnapshotsApi;
import io.idaeus.sidecar.operation.Paging;
import io.idaeus.sidecar.operation.Ranges;
import io.idaeus.sidecar.operation.SnapshotOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.idaeus.sidecar.rest.call.ControlThreads;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Snapshots, their manifests, and the leases that keep them. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class SnapshotsController implements SnapshotsApi {
    private final SnapshotOperations snapshots;
    private final Calls calls;

    SnapshotsController(SnapshotOperations snapshots, Calls calls) {
        this.snapshots = snapshots;
        this.calls = calls;
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<SnapshotInfo> create(SnapshotRequest request) {
        SnapshotInfo taken = snapshots.create(calls.current(), request);
        return HttpResponse.created(taken, URI.create("/v1/snapshots/" + taken.tag()));
    }

    @Override
    public SnapshotList list(@Nullable Integer limit, @Nullable String after) {
        return snapshots.list(calls.current(), Paging.of(limit, after));
    }

    @Override
    public SnapshotInfo get(String tag) {
        return snapshots.get(calls.current(), tag);
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> delete(String tag, @Nullable Boolean force) {
        snapshots.delete(calls.current(), tag, Boolean.TRUE.equals(force));
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
        Manifest manifest = snapshots.manifest(
                calls.current(), tag, new TableRef(keyspace, table), Ranges.of(range), Paging.limit(limit), after);
        return manifest.state() == Manifest.State.READY
                ? HttpResponse.ok(manifest)
                : HttpResponse.accepted().body(manifest).header(HttpHeaders.RETRY_AFTER, "1");
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public SliceList slices(String tag, SliceRequest request) {
        return snapshots.slices(calls.current(), tag, request);
    }

    @Override
    @ExecuteOn(ControlThreads.LEASES)
    public Lease lease(String id, LeaseRequest request) {
        return snapshots.lease(calls.current(), id, request);
    }

    @Override
    public LeaseList leases(@Nullable Integer limit, @Nullable String after) {
        return snapshots.leases(calls.current(), Paging.of(limit, after));
    }

    @Override
    @ExecuteOn(ControlThreads.LEASES)
    public HttpResponse<Void> release(String id) {
        snapshots.release(calls.current(), id);
        return HttpResponse.noContent();
    }
}
