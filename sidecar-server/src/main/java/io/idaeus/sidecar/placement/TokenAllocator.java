/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

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

    private final AllocationRing ring;
    private final int count;

    private TokenAllocator(AllocationRing ring, int count) {
        this.ring = ring;
        this.count = count;
    }

    /**
     * The tokens of a new node, in order.
     *
     * @param ring of its data centre
     * @param count at least 1
     * @param placement of the keyspace that is to be even
     */
    public static List<Long> allocate(TokenRing ring, RingNode newcomer, int count, Placement placement) {
        AllocationRing tried = new AllocationRing(ring, newcomer, count, placement);
        TokenAllocator allocator = new TokenAllocator(tried, count);
        boolean shares = tried.size() > 0 && tried.isComplete();
        List<Long> chosen = shares ? allocator.even() : allocator.spread();
        return chosen.stream().sorted().toList();
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
        for (int i = 0; i < count; i++) {
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

    // At equal distances, beside those of others.
    private List<Long> spread() {
        List<Long> chosen = new ArrayList<>();
        long distance = Long.divideUnsigned(-1L, count);
        for (int i = 0; i < count; i++) {
            long token = Long.MIN_VALUE + distance / 2 + i * distance;
            while (ring.hasToken(token)) {
                token++;
            }
            chosen.add(token);
        }
        return chosen;
    }
}
