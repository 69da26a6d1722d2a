/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Chooses tokens for a node that joins, so that all nodes replicate about as much. Each token is the best of those that
 * divide a range; then each is moved as long as that helps. A single token halves a range.
 *
 * <p>What is to be even, nodes and tokens, is what {@code ReplicationAwareTokenAllocator} of Cassandra makes even, too.
 */
public final class TokenAllocator {
    // Where a range is divided, in eighths.
    private static final int[] HALF = {4};
    private static final int[] COARSE = {3, 4, 5};
    private static final int[] FINE = {1, 2, 3, 4, 5, 6, 7};

    private static final int ROUNDS = 3;

    /** Ranges among which a token is moved. In a ring of more, those beside it: larger rings are even without. */
    private static final int MOVED_AMONG = 1_000;

    private static final int BESIDE = 8;

    /** Tokens that walks may meet before tokens are no longer moved: some seconds. Rings where walks are long cost most. */
    private static final long MOVED_WITHIN = 200_000_000;

    /** The golden ratio: multiples of it, modulo 1, are far apart. */
    private static final double APART = (Math.sqrt(5) - 1) / 2;

    private final AllocationRing ring;
    private final int count;

    private TokenAllocator(AllocationRing ring, int count) {
        this.ring = ring;
        this.count = count;
    }

    /**
     * The tokens of a new node, in order. None is one of another node, of any data centre.
     *
     * @param ring the whole one
     * @param count at least 1
     * @param placement of the keyspace that is to be even
     */
    public static List<Long> allocate(TokenRing ring, RingNode newcomer, int count, Placement placement) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " tokens (expected: 1 or more)");
        }
        TokenRing near = ring.within(newcomer.datacenter());
        AllocationRing tried = new AllocationRing(near, newcomer, count, placement);
        List<Long> chosen = tried.hasAllReplicas()
                ? new TokenAllocator(tried, count).even()
                : spread(count, near.nodes().size());
        TreeSet<Long> free = new TreeSet<>();
        for (long token : chosen) {
            while (ring.hasToken(token) || free.contains(token)) {
                token++;
            }
            free.add(token);
        }
        return List.copyOf(free);
    }

    private record Choice(long token, double change, int round) {}

    private List<Long> even() {
        List<Long> chosen = best();
        if (count > 1) {
            for (int round = 0; round < ROUNDS && move(chosen); round++) {
                // Until no token moves.
            }
        }
        return chosen;
    }

    // A token that is chosen makes the others worse, as a rule: only the best are looked at again.
    private List<Long> best() {
        PriorityQueue<Choice> open = new PriorityQueue<>(Comparator.comparingDouble(Choice::change));
        for (int i = 0; i < ring.size(); i++) {
            offer(open, i, 0);
        }
        List<Long> chosen = new ArrayList<>();
        while (chosen.size() < count) {
            Choice choice = open.remove();
            long token = choice.token();
            if (ring.hasToken(token)) {
                continue;
            }
            if (choice.round() < chosen.size()) {
                open.add(new Choice(token, ring.change(token), chosen.size()));
                continue;
            }
            ring.insert(token);
            chosen.add(token);
            int at = ring.indexOf(token);
            offer(open, at, chosen.size());
            offer(open, (at + 1) % ring.size(), chosen.size());
        }
        return chosen;
    }

    private void offer(PriorityQueue<Choice> open, int index, int round) {
        for (int eighths : count == 1 ? HALF : COARSE) {
            long token = ring.within(index, eighths);
            if (!ring.hasToken(token)) {
                open.add(new Choice(token, ring.change(token), round));
            }
        }
    }

    // Whether any was moved.
    private boolean move(List<Long> chosen) {
        boolean moved = false;
        for (int i = 0; i < count && ring.steps() < MOVED_WITHIN; i++) {
            long token = chosen.get(i);
            ring.remove(token);
            long to = token;
            double best = ring.change(token);
            for (int index : around(token)) {
                for (int eighths : FINE) {
                    long tried = ring.within(index, eighths);
                    double change = ring.hasToken(tried) ? best : ring.change(tried);
                    if (change < best) {
                        best = change;
                        to = tried;
                    }
                }
            }
            ring.insert(to);
            chosen.set(i, to);
            moved |= to != token;
        }
        return moved;
    }

    private int[] around(long token) {
        int at = ring.indexOf(token);
        return ring.size() <= MOVED_AMONG
                ? IntStream.range(0, ring.size()).toArray()
                : IntStream.rangeClosed(at - BESIDE, at + BESIDE)
                        .map(index -> Math.floorMod(index, ring.size()))
                        .toArray();
    }

    // At equal distances, and far from those of the nodes before.
    private static List<Long> spread(int count, int nodesBefore) {
        long distance = Long.divideUnsigned(-1L, count);
        double shift = (nodesBefore * APART) % 1;
        // Half of the distance is within what a long holds.
        long first = Long.MIN_VALUE + 2 * (long) ((distance >>> 1) * shift);
        return LongStream.range(0, count).mapToObj(i -> first + i * distance).toList();
    }
}
