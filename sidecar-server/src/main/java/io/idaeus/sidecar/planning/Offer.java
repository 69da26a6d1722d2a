/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.ring.TokenRanges;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a source and a table before the {@link OfferPage}s.
 *
 * @param source its index in the request
 * @param owned the tokens that the source owns in the table's keyspace
 * @param ownedAtSnapshot whether it is known to have owned the same when the snapshot was taken
 * @param requested the tokens requested from it
 * @param snapshotCreatedAt when an existing snapshot was taken; null for one taken for the transfer
 */
public record Offer(
        int source,
        String hostId,
        String partitioner,
        TableRef table,
        TokenRanges owned,
        boolean ownedAtSnapshot,
        TokenRanges requested,
        @Nullable Instant snapshotCreatedAt) {}
