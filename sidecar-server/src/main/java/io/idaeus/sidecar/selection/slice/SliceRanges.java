/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection.slice;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import io.idaeus.sidecar.selection.offer.Offer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ranges that slices are cut to, by the offers that they are of. */
public final class SliceRanges {
    private final int before;
    private final Map<Offer, Integer> indexes = new LinkedHashMap<>();
    private final List<SlicedTable> all = new ArrayList<>();
    private final List<TokenRanges> tokens = new ArrayList<>();

    /** @param before number of those that come first in the selection */
    public SliceRanges(int before) {
        this.before = before;
    }

    public int index(Offer offer, TokenCheck tokens) {
        return indexes.computeIfAbsent(offer, unseen -> {
            List<String> ranges =
                    tokens.wanted().ranges().stream().map(TokenRange::toString).toList();
            this.tokens.add(tokens.wanted());
            all.add(new SlicedTable(offer.source(), offer.table(), ranges));
            return before + all.size() - 1;
        });
    }

    public SlicedTable of(Offer offer, TokenCheck tokens) {
        return all.get(index(offer, tokens) - before);
    }

    public TokenRanges tokens(int index) {
        return tokens.get(index - before);
    }

    /** In staging. An SSTable that is cut twice has two. */
    public String directory(Offer offer) {
        String name = offer.source() + "-" + offer.hostId();
        return before == 0 ? name : name + "-" + before;
    }

    public List<SlicedTable> all() {
        return List.copyOf(all);
    }
}
