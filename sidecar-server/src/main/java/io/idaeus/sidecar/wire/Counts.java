/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counters with names. Those of one peer count in the total of all peers too. Thread-safe. */
public final class Counts<E extends Enum<E>> {
    private final LongAdder[] adders;
    private final @Nullable Counts<E> total;

    /** @param total null for the total itself */
    public Counts(Class<E> names, @Nullable Counts<E> total) {
        this.adders =
                Stream.of(names.getEnumConstants()).map(name -> new LongAdder()).toArray(LongAdder[]::new);
        this.total = total;
    }

    public void add(E name, long count) {
        adders[name.ordinal()].add(count);
        if (total != null) {
            total.add(name, count);
        }
    }

    public void increment(E name) {
        add(name, 1);
    }

    public long sum(E name) {
        return adders[name.ordinal()].sum();
    }
}
