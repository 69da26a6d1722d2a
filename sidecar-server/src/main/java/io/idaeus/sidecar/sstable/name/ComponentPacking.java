/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import java.lang.ref.WeakReference;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.WeakHashMap;

/**
 * Stores components compactly: numbers of their own, the rest shared. Reading creates each anew. Thread-safe.
 *
 * @param <C> with equality by value
 */
public final class ComponentPacking<C> {

    /** Splits a component into its own numbers and a shared part. */
    public interface Numbers<C> {
        int count();

        C common(C component);

        void put(C component, long[] into, int at);

        C with(C common, long[] from, int at);
    }

    private final Numbers<C> numbers;

    // Weak: a peer that invents kinds cannot fill the memory for ever.
    private final Map<List<C>, WeakReference<List<C>>> kinds = new WeakHashMap<>();

    public ComponentPacking(Numbers<C> numbers) {
        this.numbers = numbers;
    }

    /** An equal list that does not hold the components. */
    public List<C> pack(List<C> components) {
        long[] own = new long[components.size() * numbers.count()];
        int at = 0;
        for (C component : components) {
            numbers.put(component, own, at);
            at += numbers.count();
        }
        return new Packed(shared(components.stream().map(numbers::common).toList()), own);
    }

    private List<C> shared(List<C> kind) {
        synchronized (kinds) {
            WeakReference<List<C>> known = kinds.get(kind);
            List<C> same = known == null ? null : known.get();
            if (same != null) {
                return same;
            }
            kinds.put(kind, new WeakReference<>(kind));
            return kind;
        }
    }

    private final class Packed extends AbstractList<C> implements RandomAccess {
        private final List<C> kind;
        private final long[] own;

        Packed(List<C> kind, long[] own) {
            this.kind = kind;
            this.own = own;
        }

        @Override
        public C get(int index) {
            return numbers.with(kind.get(index), own, index * numbers.count());
        }

        @Override
        public int size() {
            return kind.size();
        }
    }
}
