/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import io.idaeus.api.TableRef;
import io.idaeus.api.slice.SliceDescription;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.OfferPage;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The SSTables that a source has, their tokens, and how long they stay. Any thread.
 *
 * <p>Calls block and throw {@link ProblemException}: PEER_UNREACHABLE where a retry may help, PEER_FAILED otherwise.
 * Ranges are {@code left:right}.
 */
public interface Catalogue {
    SourceDescription description();

    TokenRanges owned(String keyspace);

    /**
     * Protects a snapshot, even before it exists. Repeating renews.
     *
     * @param clearOnRelease for the transfer's own snapshot
     */
    void lease(String transfer, String snapshot, Duration ttl, boolean clearOnRelease);

    /** Idempotent. */
    void release(String transfer);

    /** Idempotent. Null {@code skipFlush} flushes. */
    void takeSnapshot(String snapshot, List<TableRef> tables, @Nullable Boolean skipFlush);

    /** When an existing snapshot was taken; null where it has no manifest.json that says so. */
    @Nullable
    Instant snapshotTime(String snapshot);

    /** The tables in an existing snapshot. */
    Set<TableRef> tables(String snapshot);

    /** gc_grace_seconds of a table now; null where the source has it no more, but for a snapshot. */
    @Nullable
    Integer gcGraceNow(TableRef table);

    /** Requests pages as the iterator advances. */
    Iterator<OfferPage> manifest(String snapshot, TableRef table, List<String> ranges);

    /**
     * Where the partitions of token ranges are in SSTables of a manifest. Of the first SSTable, and of as many more as the
     * source likes.
     */
    List<SliceDescription> slices(String snapshot, TableRef table, List<String> ranges, List<String> sstables);

    /** Without checksums; null lists live SSTables. */
    Iterator<OfferPage> listing(@Nullable String snapshot, TableRef table, List<String> ranges);
}
