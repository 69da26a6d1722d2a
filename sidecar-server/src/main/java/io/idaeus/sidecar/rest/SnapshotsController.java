/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Lease;
import io.idaeus.api.LeaseList;
import io.idaeus.api.LeaseRequest;
import io.idaeus.api.Manifest;
import io.idaeus.api.Permission;
import io.idaeus.api.ProblemType;
import io.idaeus.api.SnapshotInfo;
import io.idaeus.api.SnapshotList;
import io.idaeus.api.SnapshotRequest;
import io.idaeus.api.SnapshotsApi;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.config.DurationText;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.snapshot.LeaseService;
import io.idaeus.sidecar.snapshot.ManifestService;
import io.idaeus.sidecar.snapshot.SnapshotOrder;
import io.idaeus.sidecar.snapshot.SnapshotService;
import io.idaeus.sidecar.snapshot.SnapshotTag;
import io.micronaut.http.HttpHeaders;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
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
    private final Callers callers;
    private final AuditTargets targets;
    private final LongCalls calls;

    SnapshotsController(
            SnapshotService snapshots,
            ManifestService manifests,
            LeaseService leases,
            SidecarConfig config,
            Callers callers,
            AuditTargets targets,
            LongCalls calls) {
        this.targets = targets;
        this.snapshots = snapshots;
        this.manifests = manifests;
        this.leases = leases;
        this.callers = callers;
        this.calls = calls;
        this.leaseTtl = config.snapshots().leaseTtl();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<SnapshotInfo> create(SnapshotRequest request) {
        targets.add("tag", request.tag());
        targets.add("keyspace", request.keyspace());
        targets.addTables(request.tables());
        check(request);
        mayTake(request);
        SnapshotOrder order = new SnapshotOrder(
                request.tag(),
                request.keyspace(),
                request.tables(),
                duration(request.ttl()),
                Boolean.TRUE.equals(request.skipFlush()),
                callers.requestedBy());
        SnapshotInfo taken = calls.run(LongCalls.Kind.SNAPSHOT, () -> snapshots.take(order));
        return HttpResponse.created(taken, URI.create("/v1/snapshots/" + taken.tag()));
    }

    @Override
    public SnapshotList list(@Nullable Integer limit, @Nullable String after) {
        Paging paging = Paging.of(limit, after);
        var page = paging.page(snapshots.list(), SnapshotInfo::tag);
        return new SnapshotList(page.items(), page.next());
    }

    @Override
    public SnapshotInfo get(String tag) {
        return snapshots.get(tag);
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Void> delete(String tag, @Nullable Boolean force) {
        if (Boolean.TRUE.equals(force)) {
            callers.current().require(Permission.ADMINISTER);
        }
        snapshots.get(tag).tables().forEach(table -> callers.current().require(Permission.OPERATE, table.keyspace()));
        String by = callers.requestedBy();
        return calls.run(LongCalls.Kind.SNAPSHOT, () -> {
            snapshots.delete(tag, Boolean.TRUE.equals(force), by);
            return HttpResponse.noContent();
        });
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
        TokenRanges ranges = Ranges.of(range);
        int most = Paging.limit(limit);
        Caller caller = callers.current();
        caller.require(Permission.OBSERVE, keyspace);
        requireLease(tag, caller, Permission.READ);
        Manifest manifest = manifests.manifest(tag, ref, ranges, most, after);
        return manifest.state() == Manifest.State.READY
                ? HttpResponse.ok(manifest)
                : HttpResponse.accepted().body(manifest).header(HttpHeaders.RETRY_AFTER, "1");
    }

    @Override
    @ExecuteOn(ControlThreads.LEASES)
    public Lease lease(String id, LeaseRequest request) {
        targets.add("tag", request.tag());
        SnapshotTag.requireName("tag", request.tag());
        Duration ttl = duration(request.ttl());
        boolean clears = Boolean.TRUE.equals(request.clearOnRelease());
        if (clears) {
            requireOwn(request.tag());
        }
        return leases.put(id, request.tag(), ttl == null ? leaseTtl : ttl, clears, callers.requestedBy());
    }

    @Override
    public LeaseList leases(@Nullable Integer limit, @Nullable String after) {
        Paging paging = Paging.of(limit, after);
        List<Lease> all =
                leases.list().stream().sorted(Comparator.comparing(Lease::id)).toList();
        var page = paging.page(all, Lease::id);
        return new LeaseList(page.items(), page.next());
    }

    @Override
    @ExecuteOn(ControlThreads.LEASES)
    public HttpResponse<Void> release(String id) {
        leases.release(
                id, callers.current().may(Permission.OPERATE) ? null : callers.requestedBy(), callers.requestedBy());
        return HttpResponse.noContent();
    }

    // A peer takes snapshots under its own lease, which it asks for first.
    private void mayTake(SnapshotRequest request) {
        Caller caller = callers.current();
        List<TableRef> tables = request.tables();
        if (tables != null) {
            tables.forEach(table -> caller.require(Permission.LEASE, table.keyspace()));
        } else if (request.keyspace() != null) {
            caller.require(Permission.LEASE, request.keyspace());
        } else {
            caller.requireEverywhere(Permission.LEASE);
        }
        requireLease(request.tag(), caller, Permission.OPERATE);
    }

    // A peer leases a new tag first, and takes the snapshot then: only that one may end with its lease.
    private void requireOwn(String tag) {
        Caller caller = callers.current();
        if (!caller.may(Permission.OPERATE) && snapshots.isManaged(tag) && !leases.clears(tag, caller.shown())) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    "snapshot " + tag + " is not " + caller.shown()
                            + "'s to clear (expected: clearOnRelease false, or a new tag)");
        }
    }

    /** @param instead the permission of those who need no lease */
    private void requireLease(@Nullable String tag, Caller caller, Permission instead) {
        if (!caller.may(instead) && (tag == null || !leases.holds(tag, caller.shown()))) {
            throw new ProblemException(
                    ProblemType.FORBIDDEN,
                    caller.shown() + " holds no lease on "
                            + (tag == null ? "a snapshot without a tag" : "the snapshot " + tag)
                            + "; ask for one first (PUT /v1/leases/{id}).");
        }
    }

    private static void check(SnapshotRequest request) {
        if (request.tag() != null) {
            SnapshotTag unused = new SnapshotTag(request.tag());
        }
        if (request.keyspace() != null) {
            TableName.requireKeyspace(request.keyspace());
        }
        if (request.tables() != null) {
            request.tables().forEach(SnapshotsController::check);
        }
    }

    private static TableRef check(TableRef table) {
        TableName name = new TableName(table.keyspace(), table.table());
        return new TableRef(name.keyspace(), name.table());
    }

    private static @Nullable Duration duration(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Duration duration = DurationText.parse(BoundedText.TIME.require("ttl", text));
        if (duration == null) {
            throw new ProblemException(
                    ProblemType.UNPROCESSABLE, "ttl: \"" + text + "\" (expected: " + DurationText.EXPECTED + ")");
        }
        return duration;
    }
}
