/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.TableRef;
import io.idaeus.api.snapshot.ManifestSstable;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferCheck;
import io.idaeus.sidecar.selection.offer.OfferPage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The SSTables in the bases of sources: snapshots whose SSTables do not move. An SSTable is the same where it has the
 * same name and the same Data.db: Cassandra 4.0 may use a name again after a restart. One that cannot be read never
 * moved, so it does not count. Not thread-safe.
 */
final class BaseSstables {
    private static final String DATA = "Data.db";

    /** @param crc32 empty in a dry run, which compares the bytes alone */
    private record Key(int source, TableRef table, String name, long bytes, String crc32) {}

    private final Set<Key> keys = new HashSet<>();
    private final Map<Offer, OfferCheck> pages = new HashMap<>();
    private final Map<Offer, Integer> graces = new HashMap<>();

    /** @throws ProblemException PEER_FAILED where the page is invalid */
    void add(Offer offer, OfferPage page) {
        pages.computeIfAbsent(offer, OfferCheck::new).check(page);
        graces.merge(offer, page.definition().gcGraceSeconds(), Math::min);
        page.sstables().stream()
                .filter(sstable -> sstable.sstable().statistics() != null)
                .forEach(sstable -> key(offer, sstable).ifPresent(keys::add));
    }

    void checkEnded() {
        pages.values().forEach(OfferCheck::checkEnded);
    }

    /** The gc_grace_seconds of the table when the base was taken; that of now where there is none. */
    int grace(Offer offer, int now) {
        return Math.min(now, graces.getOrDefault(offer, now));
    }

    boolean holds(Offer offer, ManifestSstable sstable) {
        return !keys.isEmpty() && key(offer, sstable).filter(keys::contains).isPresent();
    }

    // Empty without a Data.db.
    private static Optional<Key> key(Offer offer, ManifestSstable sstable) {
        return sstable.components().stream()
                .filter(component -> component.name().equals(DATA))
                .findFirst()
                .map(data ->
                        new Key(offer.source(), offer.table(), sstable.sstable().name(), data.bytes(), data.crc32()));
    }
}
