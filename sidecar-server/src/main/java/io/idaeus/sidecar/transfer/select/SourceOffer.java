/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.select;

import io.idaeus.sidecar.selection.Selector;
import io.idaeus.sidecar.selection.offer.Offer;
import io.idaeus.sidecar.selection.offer.OfferPage;
import java.util.Collections;
import java.util.Iterator;
import java.util.function.Supplier;

/**
 * A source's offer of one table, and its pages.
 *
 * @param base pages of what does not move
 */
record SourceOffer(Offer offer, Supplier<Iterator<OfferPage>> pages, Supplier<Iterator<OfferPage>> base) {
    SourceOffer(Offer offer, Supplier<Iterator<OfferPage>> pages) {
        this(offer, pages, Collections::emptyIterator);
    }

    interface Between<E extends Exception> {
        void pages() throws E;
    }

    // Selects from each page before the next is requested.
    <E extends Exception> void addTo(Selector selector, Between<E> between) throws E {
        Iterator<OfferPage> leftOut = base.get();
        while (leftOut.hasNext()) {
            selector.leaveOut(offer, leftOut.next());
            between.pages();
        }
        Iterator<OfferPage> each = pages.get();
        between.pages();
        while (each.hasNext()) {
            selector.add(offer, each.next());
            between.pages();
        }
    }
}
