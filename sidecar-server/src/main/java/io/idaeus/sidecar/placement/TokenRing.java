/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.placement;

import io.idaeus.sidecar.ring.TokenRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The tokens of a ring, in order, and the nodes that have them. A token ends the range that begins after the token before
 * it. Immutable.
 */
public final class TokenRing {
    private final long[] tokens;
    // Indexes into nodes.
    private final int[] owners;
    private final List<RingNode> nodes;

    private TokenRing(long[] tokens, int[] owners, List<RingNode> nodes) {
        this.tokens = tokens;
        this.owners = owners;
        this.nodes = nodes;
    }

    /** @throws IllegalArgumentException for a token of two nodes, two nodes of one id, or a node without tokens */
    public static TokenRing of(Map<RingNode, ? extends Collection<Long>> tokensOf) {
        List<RingNode> nodes = new ArrayList<>();
        List<long[]> entries = new ArrayList<>();
        tokensOf.forEach((node, own) -> {
            if (own.isEmpty()) {
                throw new IllegalArgumentException(node.id() + " has no tokens (expected: one or more)");
            }
            own.forEach(token -> entries.add(new long[] {token, nodes.size()}));
            nodes.add(node);
        });
        requireUniqueIds(nodes);
        entries.sort((one, other) -> Long.compare(one[0], other[0]));
        long[] tokens = new long[entries.size()];
        int[] owners = new int[entries.size()];
        for (int i = 0; i < tokens.length; i++) {
            tokens[i] = entries.get(i)[0];
            owners[i] = (int) entries.get(i)[1];
            if (i > 0 && tokens[i] == tokens[i - 1]) {
                throw new IllegalArgumentException("token " + tokens[i] + " of "
                        + nodes.get(owners[i]).id() + " is one of "
                        + nodes.get(owners[i - 1]).id()
                        + " already (expected: each token once)");
            }
        }
        return new TokenRing(tokens, owners, List.copyOf(nodes));
    }

    private static void requireUniqueIds(List<RingNode> nodes) {
        nodes.stream().collect(Collectors.groupingBy(RingNode::id)).forEach((id, same) -> {
            if (same.size() > 1) {
                throw new IllegalArgumentException(same + " have one id (expected: one for each node)");
            }
        });
    }

    /** The ring once another node has joined. Throws as {@link #of}, also for a node that is in it. */
    public TokenRing with(RingNode node, Collection<Long> itsTokens) {
        if (nodes.contains(node)) {
            throw new IllegalArgumentException(node.id() + " is in the ring already (expected: another node)");
        }
        Map<RingNode, Collection<Long>> all = new LinkedHashMap<>(byNode());
        all.put(node, itsTokens);
        return of(all);
    }

    /** The nodes of one data centre with their tokens. */
    public TokenRing within(String datacenter) {
        Map<RingNode, Collection<Long>> inside = new LinkedHashMap<>();
        byNode().forEach((node, own) -> {
            if (node.datacenter().equals(datacenter)) {
                inside.put(node, own);
            }
        });
        return of(inside);
    }

    private Map<RingNode, Collection<Long>> byNode() {
        Map<RingNode, Collection<Long>> found = new LinkedHashMap<>();
        nodes.forEach(node -> found.put(node, new ArrayList<>()));
        for (int i = 0; i < tokens.length; i++) {
            found.computeIfAbsent(owner(i), key -> new ArrayList<>()).add(tokens[i]);
        }
        return found;
    }

    public List<RingNode> nodes() {
        return nodes;
    }

    public boolean hasToken(long token) {
        return Arrays.binarySearch(tokens, token) >= 0;
    }

    /** The number of tokens, and of ranges. */
    public int size() {
        return tokens.length;
    }

    /** @param index of the range, from 0 on, by its right end */
    public TokenRange range(int index) {
        return new TokenRange(tokens[index == 0 ? tokens.length - 1 : index - 1], tokens[index]);
    }

    public RingNode owner(int index) {
        return nodes.get(owners[index]);
    }

    int ownerIndex(int index) {
        return owners[index];
    }

    /** The index of the range that has this token in it. */
    int indexOf(long token) {
        int found = Arrays.binarySearch(tokens, token);
        int next = found >= 0 ? found : -found - 1;
        return next == tokens.length ? 0 : next;
    }
}
