/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.api.contract.Permission;
import io.idaeus.api.slice.SliceList;
import io.idaeus.api.slice.SliceRequest;
import io.idaeus.api.snapshot.Lease;
import io.idaeus.api.snapshot.LeaseList;
import io.idaeus.api.snapshot.LeaseRequest;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.snapshot.SnapshotList;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.config.DurationText;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.slicing.SliceDescriptions;
import io.idaeus.sidecar.slicing.SstableFiles;
import io.idaeus.sidecar.snapshot.LeaseService;
import io.idaeus.sidecar.snapshot.SnapshotOrder;
import io.idaeus.sidecar.snapshot.SnapshotService;
import io.idaeus.sidecar.snapshot.content.SnapshotTag;
import io.idaeus.sidecar.snapshot.manifest.ManifestService;
import io.idaeus.sidecar.snapshot.manifest.ServedSstable;
import io.idaeus.sidecar.sstable.name.Descriptor;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Snapshots, their manifests and the leases on them. A peer has what it leased. */
public final class SnapshotOperations {
    private final SnapshotService snapshots;
    private final ManifestService manifests;
    private final LeaseService leases;
    private final Duration leaseTtl;
    private final LongCalls calls;

    /** @param leaseTtl of leases that name none */
    SnapshotOperations(
            SnapshotService snapshots,
            ManifestService manifests,
            LeaseService leases,
            Duration leaseTtl,
            LongCalls calls) {
        this.snapshots = snapshots;
        this.manifests = manifests;
        this.leases = leases;
        this.leaseTtl = leaseTtl;
        this.calls = calls;
    }

    public SnapshotInfo create(Call call, SnapshotRequest request) {
        call.require(Permission.LEASE);
        call.names("tag", request.tag());
        call.names("keyspace", request.keyspace());
        call.namesTables(request.tables());
        check(request);
        mayTake(call.caller(), request);
        SnapshotOrder order = new SnapshotOrder(
                request.tag(),
                request.keyspace(),
                request.tables(),
                duration(request.ttl()),
                Boolean.TRUE.equals(request.skipFlush()),
                call.requestedBy());
        return calls.run(LongCalls.Kind.SNAPSHOT, () -> snapshots.take(order));
    }

    public SnapshotList list(Call call, Paging paging) {
        call.require(Permission.READ);
        var page = paging.page(snapshots.list(), SnapshotInfo::tag);
        return new SnapshotList(page.items(), page.next());
    }

    public SnapshotInfo get(Call call, String tag) {
        call.require(Permission.OBSERVE);
        return snapshots.get(tag);
    }

    /** @param force also while it is leased */
    public void delete(Call call, String tag, boolean force) {
        call.require(Permission.OPERATE);
        if (force) {
            call.require(Permission.ADMINISTER);
        }
        snapshots.get(tag).tables().forEach(table -> call.require(Permission.OPERATE, table.keyspace()));
        calls.run(LongCalls.Kind.SNAPSHOT, () -> {
            snapshots.delete(tag, force, call.requestedBy());
            return tag;
        });
    }

    /** A page, or how far the manifest is. */
    public Manifest manifest(
            Call call, String tag, TableRef table, TokenRanges ranges, int limit, @Nullable String after) {
        TableRef checked = check(table);
        call.require(Permission.OBSERVE, checked.keyspace());
        requireLease(tag, call.caller(), Permission.READ);
        return manifests.manifest(tag, checked, ranges, limit, after);
    }

    /** The slices of the first SSTables, as many as one answer has room for. */
    public SliceList slices(Call call, String tag, SliceRequest request) {
        call.require(Permission.LEASE);
        TableRef table = check(new TableRef(request.keyspace(), request.table()));
        call.names("tag", tag);
        call.namesTables(List.of(table));
        call.require(Permission.LEASE, table.keyspace());
        requireLease(tag, call.caller(), Permission.OPERATE);
        SliceCheck wanted = SliceCheck.of(request);
        List<SstableFiles> files =
                wanted.sstables().stream().map(name -> files(tag, table, name)).toList();
        return calls.run(LongCalls.Kind.SLICES, () -> SliceDescriptions.of(files, wanted.ranges()));
    }

    private SstableFiles files(String tag, TableRef table, Descriptor descriptor) {
        ServedSstable served = manifests.sstable(tag, table, descriptor.toString());
        return new SstableFiles(served.directory(), descriptor, served.components(), served.dataBytes());
    }

    public Lease lease(Call call, String id, LeaseRequest request) {
        call.require(Permission.LEASE);
        call.names("tag", request.tag());
        SnapshotTag.requireName("tag", request.tag());
        Duration ttl = duration(request.ttl());
        boolean clears = Boolean.TRUE.equals(request.clearOnRelease());
        if (clears) {
            requireOwn(request.tag(), call.caller());
        }
        return leases.put(id, request.tag(), ttl == null ? leaseTtl : ttl, clears, call.requestedBy());
    }

    public LeaseList leases(Call call, Paging paging) {
        call.require(Permission.READ);
        List<Lease> all =
                leases.list().stream().sorted(Comparator.comparing(Lease::id)).toList();
        var page = paging.page(all, Lease::id);
        return new LeaseList(page.items(), page.next());
    }

    public void release(Call call, String id) {
        call.require(Permission.LEASE);
        String holder = call.caller().may(Permission.OPERATE) ? null : call.requestedBy();
        leases.release(id, holder, call.requestedBy());
    }

    // A peer takes snapshots under its own lease, which it asks for first.
    private void mayTake(Caller caller, SnapshotRequest request) {
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
    private void requireOwn(String tag, Caller caller) {
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
            request.tables().forEach(SnapshotOperations::check);
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
