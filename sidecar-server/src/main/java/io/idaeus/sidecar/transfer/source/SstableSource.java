/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.fetch.BundleResult;
import io.idaeus.sidecar.fetch.FetchResult;
import io.idaeus.sidecar.planning.OfferPage;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where SSTables come from. It describes itself, leases snapshots, lists their SSTables and serves their bytes.
 * {@link PeerSource}, the sidecar of another node, is the one implementation.
 *
 * <p>Calls block, but for the fetches. They throw {@link ProblemException}: PEER_UNREACHABLE where a retry may help,
 * PEER_FAILED where it does not. Any thread.
 */
public interface SstableSource {
    SourceDescription description();

    /** The tokens that the source owns now in a keyspace. */
    TokenRanges owned(String keyspace);

    /**
     * Keeps a snapshot from being cleared, from before it exists; repeating it renews.
     *
     * @param transfer names the lease
     * @param clearOnRelease whether the snapshot is the transfer's own
     */
    void lease(String transfer, String snapshot, Duration ttl, boolean clearOnRelease);

    /** Releases the lease of a transfer. Idempotent. */
    void release(String transfer);

    /** Takes a snapshot of the tables, where an earlier call has not taken it. */
    void takeSnapshot(String snapshot, List<TableRef> tables, @Nullable Boolean skipFlush);

    /** When an existing snapshot was taken; null where it has no manifest.json that says so. */
    @Nullable
    Instant snapshotTime(String snapshot);

    /** The pages of a snapshot's manifest. Each is requested when the iterator is asked for it. */
    Iterator<OfferPage> manifest(String snapshot, TableRef table, List<String> ranges);

    /**
     * The pages of what a table holds, without checksums, for a plan that nobody carries out.
     *
     * @param snapshot null for the live SSTables
     */
    Iterator<OfferPage> listing(@Nullable String snapshot, TableRef table, List<String> ranges);

    CompletableFuture<FetchResult> fetch(ComponentRequest request);

    boolean servesBundles();

    /** Fetches many small components as one bundle. */
    CompletableFuture<BundleResult> fetchTogether(List<BundledComponent> requests);
}
