/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counters with names. Those of one peer count in the total of all peers too. Thread-safe. */
public final class Counts<E extends Enum<E>> {
    private final Map<E, LongAdder> adders;
    private final @Nullable Counts<E> total;

    /** @param total null for the total itself */
    public Counts(Class<E> names, @Nullable Counts<E> total) {
        this.adders = new EnumMap<>(names);
        EnumSet.allOf(names).forEach(name -> adders.put(name, new LongAdder()));
        this.total = total;
    }

    public void add(E name, long count) {
        of(name).add(count);
        if (total != null) {
            total.add(name, count);
        }
    }

    public void increment(E name) {
        add(name, 1);
    }

    public long sum(E name) {
        return of(name).sum();
    }

    private LongAdder of(E name) {
        return Objects.requireNonNull(adders.get(name), "every name has a counter");
    }
}
