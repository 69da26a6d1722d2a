/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.Arrays;
import java.util.List;

/** Which candidate of a demand serves which destination: of one, or of all where they share the candidates. */
final class Need {
    static final int NOBODY = -1;

    final Demand demand;
    final List<String> destinations;
    // Numbers of sources, one for each candidate.
    final int[] sources;
    // By candidate: the place of its destination, or NOBODY.
    final int[] to;

    Need(Demand demand, List<String> destinations, int[] sources) {
        this.demand = demand;
        this.destinations = destinations;
        this.sources = sources;
        this.to = new int[sources.length];
        Arrays.fill(to, NOBODY);
    }

    /** How many candidates serve, for all destinations. */
    int wanted() {
        return Math.min(sources.length, demand.copies() * destinations.size());
    }

    boolean isForced() {
        return wanted() == sources.length;
    }

    boolean serves(int candidate) {
        return to[candidate] != NOBODY;
    }

    long bytes(int candidate) {
        return demand.candidates().get(candidate).bytes();
    }

    long leastBytes() {
        return demand.candidates().stream().mapToLong(Candidate::bytes).min().orElse(0);
    }

    /** The place of a source among the candidates. */
    int candidate(int source) {
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] == source) {
                return i;
            }
        }
        return NOBODY;
    }

    /** How many candidates serve a destination. */
    int copies(int destination) {
        int copies = 0;
        for (int each : to) {
            copies += each == destination ? 1 : 0;
        }
        return copies;
    }

    /** Gives a candidate to the first destination that lacks a copy. */
    void serve(int candidate) {
        int destination = 0;
        while (copies(destination) == demand.copies()) {
            destination++;
        }
        to[candidate] = destination;
    }

    /** Another candidate in its place. */
    void move(int from, int other) {
        to[other] = to[from];
        to[from] = NOBODY;
    }
}
