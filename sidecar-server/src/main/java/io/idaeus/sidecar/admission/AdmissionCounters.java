/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.admission;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what a {@link ConnectionBudget} did. Thread-safe. */
public final class AdmissionCounters {
    private final LongAdder unauthenticated = new LongAdder();
    private final Map<AdmissionReason, LongAdder> refused = new EnumMap<>(AdmissionReason.class);

    public AdmissionCounters() {
        for (AdmissionReason reason : AdmissionReason.values()) {
            refused.put(reason, new LongAdder());
        }
    }

    /** Open now. */
    public long unauthenticated() {
        return unauthenticated.sum();
    }

    public long refused(AdmissionReason reason) {
        return of(reason).sum();
    }

    void arrived() {
        unauthenticated.increment();
    }

    void authenticatedOrLeft() {
        unauthenticated.decrement();
    }

    void countRefusal(AdmissionReason reason) {
        of(reason).increment();
    }

    private LongAdder of(AdmissionReason reason) {
        LongAdder counter = refused.get(reason);
        if (counter == null) {
            throw new IllegalStateException("no counter for " + reason);
        }
        return counter;
    }
}
