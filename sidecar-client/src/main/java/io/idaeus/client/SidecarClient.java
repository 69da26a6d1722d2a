/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.cluster.Cluster;
import io.idaeus.api.cluster.Host;
import io.idaeus.api.cluster.RingTokens;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.api.keyspace.KeyspaceList;
import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.Limits;
import io.idaeus.api.node.Health;
import io.idaeus.api.node.NodeInfo;
import io.idaeus.api.node.PendingRanges;
import io.idaeus.api.node.Ring;
import io.idaeus.api.slice.SliceList;
import io.idaeus.api.slice.SliceRequest;
import io.idaeus.api.snapshot.Lease;
import io.idaeus.api.snapshot.LeaseList;
import io.idaeus.api.snapshot.LeaseRequest;
import io.idaeus.api.snapshot.Manifest;
import io.idaeus.api.snapshot.SnapshotInfo;
import io.idaeus.api.snapshot.SnapshotList;
import io.idaeus.api.snapshot.SnapshotRequest;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.sstable.SstablePage;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferLimit;
import io.idaeus.api.transfer.TransferList;
import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSamples;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferSstablePage;
import io.idaeus.api.transfer.TransferState;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Calls one sidecar, with a method for each operation of the API. Every method throws {@link SidecarCallException} where
 * the call fails. Nothing is retried but what a sidecar answered with 429 ({@code too-many-requests}), after its {@code
 * Retry-After} and while the timeout allows; no redirect is followed. Immutable and thread-safe. Clients made by {@link #at}
 * share connections and threads.
 */
public final class SidecarClient {
    private static final Set<String> TRANSFER_EVENTS = Set.of("state", "progress", "message");

    private final Wire wire;
    private final SidecarClientBuilder settings;

    SidecarClient(Wire wire, SidecarClientBuilder settings) {
        this.wire = wire;
        this.settings = settings;
    }

    /** A client with default settings. */
    public static SidecarClient of(URI base) {
        return builder(base).build();
    }

    /** @param base address of the control plane, for instance {@code http://127.0.0.1:9043} */
    public static SidecarClientBuilder builder(URI base) {
        return new SidecarClientBuilder(base);
    }

    /** A client for another sidecar, with the same settings, connections and threads. */
    public SidecarClient at(URI other) {
        return new SidecarClient(wire.at(SidecarClientBuilder.checked(other)), settings);
    }

    public URI base() {
        return wire.base();
    }

    public NodeInfo node() {
        return get(ServerAddress.of("v1", "node"), NodeInfo.class);
    }

    /** All keyspaces. */
    public KeyspaceList keyspaces() {
        return new KeyspaceList(
                Pages.all(
                        base(),
                        after -> get(ServerAddress.of("v1", "keyspaces").with("after", after), KeyspaceList.class),
                        KeyspaceList::next,
                        KeyspaceList::keyspaces),
                null);
    }

    public TableInfo table(String keyspace, String table) {
        return get(ServerAddress.of("v1", "keyspaces", keyspace, "tables", table), TableInfo.class);
    }

    /** The statements that make a keyspace's types, tables, indexes and views elsewhere. */
    public KeyspaceStatements statements(String keyspace) {
        return get(ServerAddress.of("v1", "keyspaces", keyspace, "statements"), KeyspaceStatements.class);
    }

    /** Confirms that {@code nodetool cleanup} was run on the table. */
    public void acknowledgeCleanup(String keyspace, String table) {
        delete(ServerAddress.of("v1", "keyspaces", keyspace, "tables", table, "cleanup-due"));
    }

    public Ring ring(String keyspace) {
        return get(ServerAddress.of("v1", "ring").with("keyspace", keyspace), Ring.class);
    }

    /** One page of SSTables, by first token. */
    public SstablePage sstables(SstableQuery query) {
        ServerAddress target = ServerAddress.of("v1", "sstables")
                .with("keyspace", query.keyspace())
                .with("table", query.table())
                .withEach("range", query.ranges())
                .with("snapshot", query.snapshot())
                .withEach("overlap", query.overlap())
                .with("limit", query.limit())
                .with("after", query.after());
        return get(target, SstablePage.class);
    }

    /** Pages from {@code query.after()} on, fetched while the stream is read. */
    public Stream<SstablePage> sstablePages(SstableQuery query) {
        return Pages.stream(base(), after -> sstables(query.after(after)), SstablePage::next, query.after());
    }

    /** SSTables from {@code query.after()} on, fetched while the stream is read. */
    public Stream<SstableInfo> allSstables(SstableQuery query) {
        return sstablePages(query).flatMap(page -> page.sstables().stream());
    }

    /** Takes a snapshot; waits for the flush. */
    public SnapshotInfo createSnapshot(SnapshotRequest request) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", "snapshots"), request)
                        .build(),
                settings.workTimeout(),
                SnapshotInfo.class);
    }

    /** All snapshots. */
    public SnapshotList snapshots() {
        return new SnapshotList(
                Pages.all(
                        base(),
                        after -> get(ServerAddress.of("v1", "snapshots").with("after", after), SnapshotList.class),
                        SnapshotList::next,
                        SnapshotList::snapshots),
                null);
    }

    public SnapshotInfo snapshot(String tag) {
        return get(ServerAddress.of("v1", "snapshots", tag), SnapshotInfo.class);
    }

    /** @param force clear the snapshot even where it is leased or not managed */
    public void deleteSnapshot(String tag, boolean force) {
        delete(ServerAddress.of("v1", "snapshots", tag).with("force", force ? Boolean.TRUE : null));
    }

    /**
     * One page of a manifest. In state {@code BUILDING} it has no SSTables yet.
     *
     * @param ranges {@code left:right} each; the whole ring where empty
     * @param limit page size; the sidecar's default where null
     * @param after {@code next} of the previous page; null for the first
     */
    public Manifest manifest(
            String tag,
            String keyspace,
            String table,
            List<String> ranges,
            @Nullable Integer limit,
            @Nullable String after) {
        ServerAddress target = ServerAddress.of("v1", "snapshots", tag, "manifest")
                .with("keyspace", keyspace)
                .with("table", table)
                .withEach("range", ranges)
                .with("limit", limit)
                .with("after", after);
        return get(target, Manifest.class);
    }

    /**
     * Pages of a manifest, fetched while the stream is read, each once it is {@code READY}.
     *
     * @param bound time to wait for each page
     * @throws ManifestNotReadyException (while the stream is read) when a page is not ready within the bound
     */
    public Stream<Manifest> manifestPages(
            String tag, String keyspace, String table, List<String> ranges, Duration bound) {
        return manifestPages(tag, keyspace, table, ranges, null, bound);
    }

    /** @param limit page size; the sidecar's default where null */
    public Stream<Manifest> manifestPages(
            String tag, String keyspace, String table, List<String> ranges, @Nullable Integer limit, Duration bound) {
        ManifestWait wait = new ManifestWait(bound);
        return Pages.stream(
                base(),
                after -> wait.until(() -> manifest(tag, keyspace, table, ranges, limit, after)),
                Manifest::next,
                null);
    }

    /**
     * Where the partitions of token ranges are in SSTables of a snapshot. The answer may leave out the last ones.
     *
     * @param bound the sidecar reads of an index what is in the ranges
     */
    public SliceList slices(String tag, SliceRequest request, Duration bound) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", "snapshots", tag, "slices"), request)
                        .build(),
                bound,
                SliceList.class);
    }

    /** Grants or renews a lease. */
    public Lease lease(String id, LeaseRequest request) {
        return call(wire.request("PUT", ServerAddress.of("v1", "leases", id), request), Lease.class);
    }

    /** All leases. */
    public LeaseList leases() {
        return new LeaseList(
                Pages.all(
                        base(),
                        after -> get(ServerAddress.of("v1", "leases").with("after", after), LeaseList.class),
                        LeaseList::next,
                        LeaseList::leases),
                null);
    }

    public void release(String id) {
        delete(ServerAddress.of("v1", "leases", id));
    }

    /**
     * Starts a transfer to the sidecar's node. The transfer is durable when this returns.
     *
     * @param request not a dry run; see {@link #planTransfer}
     * @param idempotencyKey makes repeating the call safe; null for none
     */
    public Transfer createTransfer(TransferRequest request, @Nullable String idempotencyKey) {
        if (Boolean.TRUE.equals(request.dryRun())) {
            throw new IllegalArgumentException("A dry run starts no transfer; call planTransfer");
        }
        HttpRequest.Builder call = wire.request("POST", ServerAddress.of("v1", "transfers"), request);
        if (idempotencyKey != null) {
            call.header("Idempotency-Key", idempotencyKey);
        }
        return call(call, Transfer.class);
    }

    /** Plans the transfer without starting it. Ignores {@code dryRun} of the request. */
    public TransferPlan planTransfer(TransferRequest request) {
        TransferRequest dry = request.toBuilder().dryRun(true).build();
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", "transfers"), dry).build(),
                settings.workTimeout(),
                TransferPlan.class);
    }

    /** The newest transfers, newest first; null selects any state and the sidecar's default limit. */
    public TransferList transfers(@Nullable TransferState state, @Nullable Integer limit) {
        return transfers(state, limit, null);
    }

    /** One page of transfers, newest first. */
    public TransferList transfers(@Nullable TransferState state, @Nullable Integer limit, @Nullable String after) {
        ServerAddress target = ServerAddress.of("v1", "transfers")
                .with("state", state)
                .with("limit", limit)
                .with("after", after);
        return get(target, TransferList.class);
    }

    /** Transfers, newest first, fetched while the stream is read. */
    public Stream<Transfer> allTransfers(@Nullable TransferState state) {
        return Pages.stream(base(), after -> transfers(state, null, after), TransferList::next, null)
                .flatMap(page -> page.transfers().stream());
    }

    public Transfer transfer(String id) {
        return get(ServerAddress.of("v1", "transfers", id), Transfer.class);
    }

    /**
     * Waits until a transfer has ended: completed, failed or cancelled. Asks again where the sidecar does not answer, for
     * instance because it restarts; transfers survive that.
     *
     * @param bound the longest time to wait
     * @return the transfer, whose {@code state} and {@code outcome} say how it ended
     * @throws TransferNotEndedException where it still runs, or waits, after that time
     * @throws SidecarUnreachableException where the sidecar does not answer after that time
     */
    public Transfer awaitTransfer(String id, Duration bound) {
        return new TransferPoll(bound).await(() -> transfer(id));
    }

    /** The throughput of a transfer over its life. */
    public TransferSamples transferSamples(String id) {
        return get(ServerAddress.of("v1", "transfers", id, "samples"), TransferSamples.class);
    }

    public TransferSstablePage transferSstables(String id, @Nullable Integer limit, @Nullable String after) {
        ServerAddress target = ServerAddress.of("v1", "transfers", id, "sstables")
                .with("limit", limit)
                .with("after", after);
        return get(target, TransferSstablePage.class);
    }

    /** The SSTables of a transfer, fetched while the stream is read. */
    public Stream<TransferSstable> allTransferSstables(String id) {
        return Pages.stream(base(), after -> transferSstables(id, null, after), TransferSstablePage::next, null)
                .flatMap(page -> page.sstables().stream());
    }

    public Transfer cancelTransfer(String id) {
        return call(wire.request("POST", ServerAddress.of("v1", "transfers", id, "cancel"), null), Transfer.class);
    }

    /** Takes a transfer that has ended off the record. */
    public void deleteTransfer(String id) {
        delete(ServerAddress.of("v1", "transfers", id));
    }

    public Transfer pauseTransfer(String id) {
        return call(wire.request("POST", ServerAddress.of("v1", "transfers", id, "pause"), null), Transfer.class);
    }

    public Transfer resumeTransfer(String id) {
        return call(wire.request("POST", ServerAddress.of("v1", "transfers", id, "resume"), null), Transfer.class);
    }

    /** @param maxRate bytes per second; null for no limit of its own */
    public Transfer limitTransfer(String id, @Nullable Long maxRate) {
        return call(
                wire.request("PUT", ServerAddress.of("v1", "transfers", id, "limit"), new TransferLimit(maxRate)),
                Transfer.class);
    }

    public Limits limits() {
        return call(wire.request("GET", ServerAddress.of("v1", "limits"), null), Limits.class);
    }

    /** Replaces all settings; they survive a restart. */
    public Limits setLimits(LimitSettings settings) {
        return call(wire.request("PUT", ServerAddress.of("v1", "limits"), settings), Limits.class);
    }

    /** Restores the configured limits; idempotent. */
    public Limits resetLimits() {
        return call(wire.request("DELETE", ServerAddress.of("v1", "limits"), null), Limits.class);
    }

    /**
     * Passes the events of a transfer to the consumer, in this thread, until the sidecar ends the stream. A connection that
     * breaks or exceeds the idle timeout is a {@link SidecarUnreachableException}; the caller may connect again.
     */
    public void watchTransfer(String id, Consumer<TransferEvent> consumer) {
        HttpRequest request = wire.request("GET", ServerAddress.of("v1", "transfers", id, "events"), null)
                .setHeader("Accept", "text/event-stream, application/problem+json")
                .build();
        new ServerEvents<>(wire, request, settings.idleTimeout(), TransferEvent.class, TRANSFER_EVENTS)
                .forEach(settings.requestTimeout(), consumer);
    }

    /** The cluster as the node sees it. */
    public Cluster cluster() {
        return get(ServerAddress.of("v1", "cluster"), Cluster.class);
    }

    /** The tokens of each node of the cluster, as the node sees them. */
    public RingTokens tokens() {
        return get(ServerAddress.of("v1", "tokens"), RingTokens.class);
    }

    public PendingRanges pendingRanges(String keyspace) {
        return get(ServerAddress.of("v1", "pending-ranges").with("keyspace", keyspace), PendingRanges.class);
    }

    /** How many bytes the node holds of a keyspace. */
    public KeyspaceSizes sizes(String keyspace) {
        return get(ServerAddress.of("v1", "sizes").with("keyspace", keyspace), KeyspaceSizes.class);
    }

    /** The facts that are known of the node whether or not its Cassandra runs. */
    public Host host() {
        return get(ServerAddress.of("v1", "host"), Host.class);
    }

    public PlansClient plans() {
        return new PlansClient(wire, settings);
    }

    /** The calls by which a plan's coordinator directs a destination. */
    public ClaimsClient claims() {
        return new ClaimsClient(wire, settings);
    }

    public ComparisonsClient comparisons() {
        return new ComparisonsClient(wire, settings);
    }

    /** The calls by which a comparison's coordinator reads rows. */
    public RowsClient rows() {
        return new RowsClient(wire);
    }

    /** Imports staged directories into a table; waits for Cassandra. */
    public ImportResult importSstables(ImportRequest request) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", "imports"), request).build(),
                settings.workTimeout(),
                ImportResult.class);
    }

    /**
     * Sends a request as it is, for whoever shows answers of sidecars and does not read them. Whatever its status, the answer
     * is returned; its body is not bounded.
     *
     * @param target path and query, encoded, for instance {@code /v1/ring?keyspace=orders}
     * @param json null for none
     * @param timeout for the answer to begin
     * @throws SidecarUnreachableException where no answer begins within the timeout
     */
    public HttpResponse<InputStream> forward(String method, String target, byte @Nullable [] json, Duration timeout) {
        return wire.forward(method, target, json, timeout);
    }

    public Health liveness() {
        return health("liveness");
    }

    /** Whether the sidecar can do its work. A sidecar that is not ready returns {@code up} false. */
    public Health readiness() {
        return health("readiness");
    }

    private Health health(String check) {
        HttpRequest request =
                wire.request("GET", ServerAddress.of("health", check), null).build();
        return wire.callEvenIfUnavailable(request, settings.requestTimeout(), Health.class);
    }

    private <T> T get(ServerAddress target, Class<T> type) {
        return call(wire.request("GET", target, null), type);
    }

    private <T> T call(HttpRequest.Builder request, Class<T> type) {
        return wire.call(request.build(), settings.requestTimeout(), type);
    }

    private void delete(ServerAddress target) {
        wire.send(wire.request("DELETE", target, null).build(), settings.requestTimeout());
    }
}
