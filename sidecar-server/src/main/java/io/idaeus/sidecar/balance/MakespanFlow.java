/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.Arrays;
import java.util.List;

/**
 * The shortest makespan where every item may be cut at will: max flow by Dinic's algorithm from items to their sources,
 * whose capacities grow with the makespan. Each cut that does not let everything through names the sources that it
 * overloads, and the makespan at which these suffice is the next one tried. None below the last one is enough.
 */
final class MakespanFlow {
    // Halvings of an interval of doubles: more than a double has bits.
    private static final int HALVINGS = 64;
    private static final int UNREACHED = -1;

    /** Something that several different sources send. */
    static final class Item {
        private final int[] sources;
        private final long unit;
        private final int sent;

        /**
         * @param sources numbers, each once
         * @param unit what one source sends at most
         * @param sent how many units all sources send, at most one for each
         */
        Item(int[] sources, long unit, int sent) {
            if (sent > sources.length) {
                throw new IllegalArgumentException(
                        "sent by " + sent + " sources (expected: at most all " + sources.length + ")");
            }
            this.sources = sources.clone();
            this.unit = unit;
            this.sent = sent;
        }
    }

    /**
     * The amount that a source sends within a makespan; never falls as the makespan grows. Where it does not grow
     * either, the source can send all items.
     */
    @FunctionalInterface
    interface Capacity {
        long of(int source, double makespan);
    }

    private final Loads loads;
    private final int count;
    private final Capacity capacity;
    private final long[] units;
    private final long[] left;
    // Edges of item i: those from first[i] to first[i + 1]; of source s: incident[firstOf[s]] to incident[firstOf[s +
    // 1]].
    private final int[] first;
    private final int[] source;
    private final int[] item;
    private final long[] flow;
    private final int[] firstOf;
    private final int[] incident;
    private final long[] free;
    private final int[] itemLevel;
    private final int[] sourceLevel;
    private final int[] nextOfItem;
    private final int[] nextOfSource;

    MakespanFlow(List<Item> items, Loads loads, Capacity capacity) {
        int sources = loads.count();
        this.loads = loads;
        this.count = items.size();
        this.capacity = capacity;
        int edges = items.stream().mapToInt(each -> each.sources.length).sum();
        units = new long[count];
        left = new long[count];
        first = new int[count + 1];
        source = new int[edges];
        item = new int[edges];
        flow = new long[edges];
        firstOf = new int[sources + 1];
        incident = new int[edges];
        free = new long[sources];
        itemLevel = new int[count];
        sourceLevel = new int[sources];
        nextOfItem = new int[count];
        nextOfSource = new int[sources];
        for (int i = 0; i < count; i++) {
            Item each = items.get(i);
            units[i] = each.unit;
            left[i] = each.unit * each.sent;
            first[i + 1] = first[i];
            for (int s : each.sources) {
                item[first[i + 1]] = i;
                source[first[i + 1]++] = s;
                firstOf[s + 1]++;
            }
        }
        for (int s = 0; s < sources; s++) {
            firstOf[s + 1] += firstOf[s];
            free[s] = capacity.of(s, 0);
        }
        int[] at = firstOf.clone();
        for (int e = 0; e < edges; e++) {
            incident[at[source[e]]++] = e;
        }
    }

    /** The least makespan. Afterwards {@link #sent} has a flow that reaches it. */
    double least() {
        boolean[] overloaded = new boolean[free.length];
        double makespan = 0;
        while (missing() > 0) {
            loads.checkpoint();
            if (findLevels()) {
                saturate();
            } else {
                for (int s = 0; s < free.length; s++) {
                    overloaded[s] = sourceLevel[s] != UNREACHED;
                }
                makespan = raise(overloaded, makespan);
            }
        }
        return makespan;
    }

    /** The amount of an item that the source at a place of its list sends. */
    long sent(int i, int place) {
        return flow[first[i] + place];
    }

    private long missing() {
        return Arrays.stream(left).sum();
    }

    // To the least makespan at which these sources take what is missing, too.
    private double raise(boolean[] overloaded, double makespan) {
        long wanted = missing() + capacity(overloaded, makespan);
        double high = Math.max(1, makespan);
        while (capacity(overloaded, high) < wanted) {
            high *= 2;
            if (Double.isInfinite(high)) {
                throw new IllegalStateException(
                        "%d units of %d items are not sent within any makespan".formatted(missing(), count));
            }
        }
        double low = makespan;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = low + (high - low) / 2;
            if (capacity(overloaded, middle) < wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        for (int s = 0; s < free.length; s++) {
            free[s] += capacity.of(s, high) - capacity.of(s, makespan);
        }
        return high;
    }

    private long capacity(boolean[] of, double makespan) {
        long sum = 0;
        for (int s = 0; s < of.length; s++) {
            sum += of[s] ? capacity.of(s, makespan) : 0;
        }
        return sum;
    }

    /** Breadth first, from items that are not sent in full; false where no source with free capacity is reached. */
    private boolean findLevels() {
        Arrays.fill(itemLevel, UNREACHED);
        Arrays.fill(sourceLevel, UNREACHED);
        int[] items = new int[count];
        int end = 0;
        for (int i = 0; i < count; i++) {
            if (left[i] > 0) {
                itemLevel[i] = 0;
                items[end++] = i;
            }
        }
        int[] sources = new int[free.length];
        int seen = 0;
        boolean found = false;
        int from = 0;
        int fromSource = 0;
        for (int level = 1; !found && from < end; level += 2) {
            for (; from < end; from++) {
                int i = items[from];
                for (int e = first[i]; e < first[i + 1]; e++) {
                    int s = source[e];
                    if (sourceLevel[s] == UNREACHED && flow[e] < units[i]) {
                        sourceLevel[s] = level;
                        sources[seen++] = s;
                        found |= free[s] > 0;
                    }
                }
            }
            for (; !found && fromSource < seen; fromSource++) {
                int s = sources[fromSource];
                for (int k = firstOf[s]; k < firstOf[s + 1]; k++) {
                    int i = item[incident[k]];
                    if (itemLevel[i] == UNREACHED && flow[incident[k]] > 0) {
                        itemLevel[i] = level + 1;
                        items[end++] = i;
                    }
                }
            }
        }
        return found;
    }

    private void saturate() {
        System.arraycopy(first, 0, nextOfItem, 0, count);
        System.arraycopy(firstOf, 0, nextOfSource, 0, free.length);
        for (int i = 0; i < count; i++) {
            if (left[i] > 0) {
                left[i] -= push(i, left[i]);
            }
        }
    }

    private long push(int i, long most) {
        long pushed = 0;
        while (nextOfItem[i] < first[i + 1]) {
            int e = nextOfItem[i];
            int s = source[e];
            if (sourceLevel[s] == itemLevel[i] + 1 && flow[e] < units[i]) {
                long taken = take(s, Math.min(most - pushed, units[i] - flow[e]));
                flow[e] += taken;
                pushed += taken;
                if (pushed == most) {
                    return pushed;
                }
            }
            nextOfItem[i]++;
        }
        return pushed;
    }

    // Into its free capacity, and then in exchange for items that another source takes over.
    private long take(int s, long most) {
        long taken = Math.min(free[s], most);
        free[s] -= taken;
        while (taken < most && nextOfSource[s] < firstOf[s + 1]) {
            int e = incident[nextOfSource[s]];
            if (itemLevel[item[e]] == sourceLevel[s] + 1 && flow[e] > 0) {
                long moved = push(item[e], Math.min(most - taken, flow[e]));
                flow[e] -= moved;
                taken += moved;
                if (taken == most) {
                    return taken;
                }
            }
            nextOfSource[s]++;
        }
        return taken;
    }
}
