/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A ring while tokens of a new node are tried: what each token and each node replicates, and how uneven that is. Only the
 * ranges whose walks meet a token change with it. Not thread-safe.
 */
final class AllocationRing {
    private static final double RING = 0x1p64;

    // Uneven nodes count more than uneven tokens. The tokens count, too: among uneven ones, later nodes find no good
    // places. Found by trial.
    private static final double NODES_OVER_TOKENS = 4;

    private final int newcomer;
    private final Placement.Walk walk;
    private final double nodeWeight;
    // The average size that a token replicates in the end.
    private final double perToken;
    private final int[] taken;
    private final boolean isComplete;
    private long steps;

    // By token, in order. A range is known by the token that ends it.
    private long[] tokens;
    private int[] owners;
    private double[] replicated;
    // Tokens that the walk from here meets, and those of them whose owners become replicas, as distances from here.
    private int[] met;
    private int[][] replicas;

    // By node.
    private final int[] tokensOf;
    private final double[] load;

    private final Changes tokenChanges;
    private final Changes nodeChanges;

    /**
     * @param ring of one data centre, without the new node
     * @param count number of tokens that the new node is to have
     */
    AllocationRing(TokenRing ring, RingNode newcomer, int count, Placement placement) {
        List<RingNode> nodes = new ArrayList<>(ring.nodes());
        nodes.add(newcomer);
        this.newcomer = nodes.size() - 1;
        this.walk = placement.over(nodes);
        this.taken = new int[nodes.size()];
        this.nodeWeight = NODES_OVER_TOKENS * count;
        int size = ring.size();
        tokens = new long[size];
        owners = new int[size];
        replicated = new double[size];
        met = new int[size];
        replicas = new int[size][];
        tokensOf = new int[nodes.size()];
        load = new double[nodes.size()];
        tokenChanges = new Changes(size + count);
        nodeChanges = new Changes(nodes.size());
        for (int i = 0; i < size; i++) {
            tokens[i] = ring.range(i).right();
            owners[i] = ring.ownerIndex(i);
            tokensOf[owners[i]]++;
        }
        isComplete = size > 0 && isComplete();
        for (int i = 0; isComplete && i < size; i++) {
            place(i);
        }
        perToken = Arrays.stream(load).sum() / (size + count);
    }

    // A walk around the whole ring meets every node, wherever it begins.
    private boolean isComplete() {
        walk(0);
        return walk.isComplete();
    }

    int size() {
        return tokens.length;
    }

    /** Whether each range has its replicas without the new node. Otherwise it gets all that lack one, wherever its tokens are. */
    boolean hasAllReplicas() {
        return isComplete;
    }

    /** How many tokens walks have met so far: the cost of it all. */
    long steps() {
        return steps;
    }

    boolean hasToken(long token) {
        return Arrays.binarySearch(tokens, token) >= 0;
    }

    /** The range that a token is in. */
    int indexOf(long token) {
        int found = Arrays.binarySearch(tokens, token);
        return (found >= 0 ? found : -found - 1) % tokens.length;
    }

    /** A token within a range, so many eighths from its left end; that end where it is too short. */
    long within(int index, int eighths) {
        long span = tokens[index] - tokens[before(index)];
        long offset = span == 0 ? eighths * (1L << 61) : (span >>> 3) * eighths + (((span & 7) * eighths) >>> 3);
        return tokens[before(index)] + offset;
    }

    private int before(int index) {
        return index == 0 ? tokens.length - 1 : index - 1;
    }

    private double span(int index) {
        return span(tokens[before(index)], tokens[index]);
    }

    private static double span(long left, long right) {
        double span = (double) (right - left);
        return span > 0 ? span : span + RING;
    }

    /** How much more uneven the ring is with another token of the new node; negative where it is less. */
    double change(long token) {
        int at = indexOf(token);
        double own = 0;
        double firstShare = span(tokens[before(at)], token) / RING;
        for (int back = 0; back < tokens.length; back++) {
            int from = Math.floorMod(at - back, tokens.length);
            if (met[from] <= back && back > 0) {
                break;
            }
            double share = back == 0 ? firstShare : span(from) / RING;
            for (int distance : replicas[from]) {
                changes((from + distance) % tokens.length, -share);
            }
            own += walkWith(from, back, share);
        }
        nodeChanges.add(newcomer, own);
        double change = square(own - perToken) + nodeWeight * nodeChange();
        for (int i = 0; i < tokenChanges.count; i++) {
            int changed = tokenChanges.touched[i];
            change += square(replicated[changed] + tokenChanges.values[changed] - perToken)
                    - square(replicated[changed] - perToken);
        }
        tokenChanges.clear();
        nodeChanges.clear();
        return change;
    }

    private void changes(int token, double share) {
        tokenChanges.add(token, share);
        nodeChanges.add(owners[token], share);
    }

    // The walk from a range, where a token of the new node comes after so many others. Returns what that one gets.
    private double walkWith(int from, int back, double share) {
        double own = 0;
        walk.begin();
        for (int distance = 0; distance <= tokens.length && !walk.isComplete(); distance++) {
            steps++;
            if (distance == back) {
                own += walk.take(newcomer) ? share : 0;
            } else {
                int token = (from + (distance < back ? distance : distance - 1)) % tokens.length;
                if (walk.take(owners[token])) {
                    changes(token, share);
                }
            }
        }
        return own;
    }

    private double nodeChange() {
        double change = 0;
        for (int i = 0; i < nodeChanges.count; i++) {
            int node = nodeChanges.touched[i];
            int more = node == newcomer ? 1 : 0;
            change += uneven(load[node] + nodeChanges.values[node], tokensOf[node] + more)
                    - uneven(load[node], tokensOf[node]);
        }
        return change;
    }

    // Measured by the number of its tokens, so that the first tokens of a new node need not be large.
    private double uneven(double load, int count) {
        return count == 0 ? 0 : count * square(load / count - perToken);
    }

    private static double square(double value) {
        return value * value;
    }

    /** @param token not in the ring */
    void insert(long token) {
        int at = -Arrays.binarySearch(tokens, token) - 1;
        int affected = unplace(at % tokens.length);
        resize(tokens.length + 1);
        shift(at, at + 1);
        tokens[at] = token;
        owners[at] = newcomer;
        replicated[at] = 0;
        tokensOf[newcomer]++;
        place((at + 1) % tokens.length);
        placeBack(at, affected);
    }

    /** @param token of the new node */
    void remove(long token) {
        int at = Arrays.binarySearch(tokens, token);
        int affected = unplace(at);
        count((at + 1) % tokens.length, -1);
        shift(at + 1, at);
        resize(tokens.length - 1);
        tokensOf[newcomer]--;
        placeBack(at, affected);
    }

    // Moves what is from there on.
    private void shift(int from, int to) {
        int moved = tokens.length - Math.max(from, to);
        System.arraycopy(tokens, from, tokens, to, moved);
        System.arraycopy(owners, from, owners, to, moved);
        System.arraycopy(replicated, from, replicated, to, moved);
        System.arraycopy(met, from, met, to, moved);
        System.arraycopy(replicas, from, replicas, to, moved);
    }

    private void resize(int size) {
        tokens = Arrays.copyOf(tokens, size);
        owners = Arrays.copyOf(owners, size);
        replicated = Arrays.copyOf(replicated, size);
        met = Arrays.copyOf(met, size);
        replicas = Arrays.copyOf(replicas, size);
    }

    // Takes back what the ranges whose walks meet a token count. Returns how many they are.
    private int unplace(int at) {
        int back = 0;
        while (back < tokens.length) {
            int from = Math.floorMod(at - back, tokens.length);
            if (back > 0 && met[from] <= back) {
                break;
            }
            count(from, -1);
            back++;
        }
        return back;
    }

    private void placeBack(int at, int affected) {
        for (int back = 0; back < affected; back++) {
            place(Math.floorMod(at - back, tokens.length));
        }
    }

    private void place(int from) {
        int found = walk(from);
        replicas[from] = Arrays.copyOf(taken, found);
        count(from, 1);
    }

    // Fills what is taken, and returns its number.
    private int walk(int from) {
        walk.begin();
        int found = 0;
        int distance = 0;
        while (distance < tokens.length && !walk.isComplete()) {
            if (walk.take(owners[(from + distance) % tokens.length])) {
                taken[found++] = distance;
            }
            distance++;
        }
        steps += distance;
        met[from] = distance;
        return found;
    }

    private void count(int from, int sign) {
        double share = sign * span(from) / RING;
        for (int distance : replicas[from]) {
            int token = (from + distance) % tokens.length;
            replicated[token] += share;
            load[owners[token]] += share;
        }
    }

    /** Sums by index, of which few are touched. */
    private static final class Changes {
        private final double[] values;
        private final boolean[] isTouched;
        private final int[] touched;
        private int count;

        Changes(int size) {
            values = new double[size];
            isTouched = new boolean[size];
            touched = new int[size];
        }

        void add(int index, double value) {
            if (!isTouched[index]) {
                isTouched[index] = true;
                touched[count++] = index;
            }
            values[index] += value;
        }

        void clear() {
            for (int i = 0; i < count; i++) {
                values[touched[i]] = 0;
                isTouched[touched[i]] = false;
            }
            count = 0;
        }
    }
}
