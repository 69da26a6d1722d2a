/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import io.idaeus.api.ProblemType;
import io.idaeus.api.TableRef;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.offer.OfferPage;
import io.idaeus.sidecar.transfer.source.SstableSource;
import java.time.Instant;
import java.util.Collections;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The base of a source: a snapshot whose SSTables do not move. The source measures a snapshot whenever it is asked about it,
 * so it is asked once. Not thread-safe.
 */
final class SourceBase {
    private final SstableSource source;
    private final @Nullable String tag;
    private @Nullable Instant takenAt;
    private @Nullable Set<TableRef> tables;

    /** @param tag null for none */
    SourceBase(SstableSource source, @Nullable String tag) {
        this.source = source;
        this.tag = tag;
    }

    /**
     * From when on deletions may be missing. What was deleted since the base may be forgotten once gc_grace_seconds have
     * passed, as with a snapshot of that age.
     *
     * @param snapshotAt when the snapshot that moves was taken, by the source's clock; null where nobody knows
     * @throws ProblemException UNPROCESSABLE where nothing says when the base was taken, or it is no older than the snapshot
     */
    @Nullable
    Instant since(@Nullable Instant snapshotAt) {
        if (tag == null) {
            return snapshotAt;
        }
        Instant baseAt = takenAt(tag);
        if (snapshotAt != null && !baseAt.isBefore(snapshotAt)) {
            throw refused("was taken at " + baseAt + ", and what moves at " + snapshotAt
                    + " (expected: an earlier snapshot, which the destination has already)");
        }
        return baseAt;
    }

    private Instant takenAt(String base) {
        if (takenAt == null) {
            takenAt = source.snapshotTime(base);
        }
        if (takenAt == null) {
            throw refused(
                    "has no manifest.json, so nothing says when it was taken (expected: one as Cassandra takes it)");
        }
        return takenAt;
    }

    private ProblemException refused(String found) {
        return new ProblemException(
                ProblemType.UNPROCESSABLE,
                "sources.base: the snapshot \"" + tag + "\" of node "
                        + source.description().hostId() + " " + found);
    }

    /** The base's pages of a table; none where the table was made since. */
    Iterator<OfferPage> pages(TableRef table, Function<String, Iterator<OfferPage>> pages) {
        if (tag == null) {
            return Collections.emptyIterator();
        }
        if (tables == null) {
            tables = source.tables(tag);
        }
        return tables.contains(table) ? pages.apply(tag) : Collections.emptyIterator();
    }
}
