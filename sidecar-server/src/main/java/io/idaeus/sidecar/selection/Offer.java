/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.TokenRanges;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known before the {@link OfferPage}s.
 *
 * @param source index in the request
 * @param owned by the source in the keyspace
 * @param ownedAtSnapshot whether it certainly owned the same at the snapshot
 * @param snapshotCreatedAt null where unknown
 * @param gcGraceNow gc_grace_seconds of the table at the source now, where it may differ from that of the snapshot
 */
public record Offer(
        int source,
        String hostId,
        String partitioner,
        TableRef table,
        TokenRanges owned,
        boolean ownedAtSnapshot,
        TokenRanges requested,
        @Nullable Instant snapshotCreatedAt,
        @Nullable Integer gcGraceNow) {}
