/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.plan;

import io.idaeus.sidecar.planning.Offer;
import io.idaeus.sidecar.planning.OfferPage;
import io.idaeus.sidecar.planning.Planner;
import java.util.Iterator;
import java.util.function.Supplier;

/** What a source offers of one table, and its pages. */
record SourceOffer(Offer offer, Supplier<Iterator<OfferPage>> pages) {
    interface Between<E extends Exception> {
        void pages() throws E;
    }

    // Plans each page before the next is requested.
    <E extends Exception> void addTo(Planner planner, Between<E> between) throws E {
        Iterator<OfferPage> each = pages.get();
        between.pages();
        while (each.hasNext()) {
            planner.add(offer, each.next());
            between.pages();
        }
    }
}
