/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.SstableInfo;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferSstableBuilder;
import io.idaeus.sidecar.ring.TokenBounds;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.Offer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The SSTables that stay at their source, with reasons. */
final class Exclusions {
    private final List<TransferSstable> excluded = new ArrayList<>();
    private final List<TransferSstable> ownedByOtherSource = new ArrayList<>();
    private final Map<TableRef, List<TokenBounds>> bounds = new HashMap<>();

    void exclude(Offer offer, SstableInfo sstable, String why) {
        excluded.add(entry(offer, sstable, why));
    }

    void exclude(Offer offer, SstableInfo sstable, TokenBounds spans, String why) {
        exclude(offer, sstable, why);
        bounds.computeIfAbsent(offer.table(), table -> new ArrayList<>()).add(spans);
    }

    void ownedByOtherSource(Offer offer, SstableInfo sstable, String why) {
        ownedByOtherSource.add(entry(offer, sstable, why));
    }

    List<TransferSstable> excluded() {
        return List.copyOf(excluded);
    }

    List<TransferSstable> ownedByOtherSource() {
        return List.copyOf(ownedByOtherSource);
    }

    /**
     * Selected SSTables for whose rows an excluded one may hold tombstones.
     *
     * @param tokens those that may be moved of one
     */
    List<SelectedSstable> overlapped(List<SelectedSstable> selected, Function<SelectedSstable, TokenRanges> tokens) {
        if (bounds.isEmpty()) {
            return List.of();
        }
        Map<TableRef, TokenRanges> staying = new HashMap<>();
        bounds.forEach((table, all) -> staying.put(table, TokenRanges.covering(all)));
        return selected.stream()
                .filter(sstable -> staying.containsKey(sstable.table()))
                .filter(sstable -> !staying.getOrDefault(sstable.table(), TokenRanges.of())
                        .intersect(tokens.apply(sstable))
                        .isEmpty())
                .toList();
    }

    private static TransferSstable entry(Offer offer, SstableInfo sstable, String why) {
        return TransferSstableBuilder.builder()
                .sourceHostId(offer.hostId())
                .keyspace(offer.table().keyspace())
                .table(offer.table().table())
                .name(sstable.name())
                .bytes(sstable.bytes())
                .state(TransferSstable.State.EXCLUDED)
                .reason(why)
                .attempts(0)
                .part(null)
                .sourceBytes(null)
                .build();
    }
}
