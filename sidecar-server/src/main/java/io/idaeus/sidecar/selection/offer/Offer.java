/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.offer;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.TokenRanges;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The facts of an offer that are known before its {@link OfferPage}s.
 *
 * @param source index of the source in the request
 * @param cluster name of the source's cluster
 * @param owned tokens of the keyspace that the source owns now
 * @param certain tokens that the source certainly owned when the snapshot was taken; null where unknown
 * @param slices whether the source can describe slices, and send parts of files
 * @param requested tokens that the source is asked for
 * @param snapshotCreatedAt null where unknown
 * @param gcGraceNow gc_grace_seconds of the table at the source now, where it may differ from that of the snapshot
 */
@RecordBuilder
public record Offer(
        int source,
        String hostId,
        String cluster,
        String partitioner,
        TableRef table,
        TokenRanges owned,
        @Nullable TokenRanges certain,
        boolean slices,
        TokenRanges requested,
        @Nullable Instant snapshotCreatedAt,
        @Nullable Integer gcGraceNow) {
    /** Whether the source certainly owned the same tokens at the snapshot as now. */
    public boolean ownedAtSnapshot() {
        return owned.equals(certain);
    }

    /** The requested tokens that it certainly owned at the snapshot; all of them where nothing is known of that time. */
    public TokenRanges provided() {
        return certain == null ? requested : requested.intersect(certain);
    }
}
