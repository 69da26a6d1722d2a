/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.planning;

import io.idaeus.api.SstableInfo;
import io.idaeus.api.TableRef;
import io.idaeus.api.TransferSstable;
import io.idaeus.sidecar.ring.RangeOverlap;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a plan leaves where it is, each with its reason. */
final class Exclusions {
    private final List<TransferSstable> excluded = new ArrayList<>();
    private final List<TransferSstable> heldElsewhere = new ArrayList<>();
    private final Map<TableRef, List<TokenBounds>> bounds = new HashMap<>();

    /** One whose tokens are not known. */
    void exclude(Offer offer, SstableInfo sstable, String why) {
        excluded.add(entry(offer, sstable, why));
    }

    void exclude(Offer offer, SstableInfo sstable, TokenBounds reaches, String why) {
        exclude(offer, sstable, why);
        bounds.computeIfAbsent(offer.table(), table -> new ArrayList<>()).add(reaches);
    }

    /** One of which nothing is missed. */
    void heldElsewhere(Offer offer, SstableInfo sstable, String why) {
        heldElsewhere.add(entry(offer, sstable, why));
    }

    List<TransferSstable> excluded() {
        return List.copyOf(excluded);
    }

    List<TransferSstable> heldElsewhere() {
        return List.copyOf(heldElsewhere);
    }

    /** Those of the planned SSTables for whose rows an excluded one may hold tombstones. */
    List<PlannedSstable> overlapped(List<PlannedSstable> planned) {
        Map<TableRef, TokenRanges> staying = new HashMap<>();
        bounds.forEach((table, all) -> staying.put(table, TokenRanges.covering(all)));
        return planned.stream()
                .filter(sstable -> staying.getOrDefault(sstable.table(), TokenRanges.of())
                                .overlap(new TokenBounds(sstable.firstToken(), sstable.lastToken()))
                        != RangeOverlap.NONE)
                .toList();
    }

    private static TransferSstable entry(Offer offer, SstableInfo sstable, String why) {
        return new TransferSstable(
                offer.hostId(),
                offer.table().keyspace(),
                offer.table().table(),
                sstable.name(),
                sstable.bytes(),
                TransferSstable.State.EXCLUDED,
                why,
                0);
    }
}
