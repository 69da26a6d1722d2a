/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.selection;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What slices are cut to, by the offers that they are of. */
final class SliceRanges {
    private final int before;
    private final Map<Offer, Integer> indexes = new LinkedHashMap<>();
    private final List<SlicedTable> all = new ArrayList<>();
    private final List<TokenRanges> tokens = new ArrayList<>();

    /** @param before number of those that come first in the selection */
    SliceRanges(int before) {
        this.before = before;
    }

    int index(Offer offer, TokenCheck tokens) {
        return indexes.computeIfAbsent(offer, unseen -> {
            List<String> ranges =
                    tokens.wanted().ranges().stream().map(TokenRange::toString).toList();
            this.tokens.add(tokens.wanted());
            all.add(new SlicedTable(offer.source(), offer.table(), ranges));
            return before + all.size() - 1;
        });
    }

    SlicedTable of(Offer offer, TokenCheck tokens) {
        return all.get(index(offer, tokens) - before);
    }

    TokenRanges tokens(int index) {
        return tokens.get(index - before);
    }

    /** In staging. An SSTable that is cut twice has two. */
    String directory(Offer offer) {
        String name = offer.source() + "-" + offer.hostId();
        return before == 0 ? name : name + "-" + before;
    }

    List<SlicedTable> all() {
        return List.copyOf(all);
    }
}
