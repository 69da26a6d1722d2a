/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How near sources are to destinations. */
final class Nearness {
    private final Loads loads;
    private final Map<String, Locality> places = new HashMap<>();

    Nearness(Loads loads, List<DestinationNode> destinations) {
        this.loads = loads;
        destinations.forEach(destination -> places.put(destination.name(), destination.locality()));
    }

    Proximity of(int source, String destination) {
        Locality place = places.get(destination);
        if (place == null) {
            throw new IllegalArgumentException(
                    "destination: " + destination + " (expected: a destination of the request)");
        }
        return loads.node(source).locality().to(place);
    }

    /** Where several destinations share the candidates, all are alike: {@link #deal} comes later. */
    Proximity of(Need need, int candidate) {
        return need.destinations.size() == 1 ? of(need.sources[candidate], need.destinations.get(0)) : Proximity.REMOTE;
    }

    /** Deals the sources that serve a need among its destinations, the nearest pairs first. */
    void deal(Need need) {
        if (need.destinations.size() == 1) {
            return;
        }
        int[] room = new int[need.destinations.size()];
        int[] before = need.to.clone();
        for (int destination : before) {
            if (destination != Need.NOBODY) {
                room[destination]++;
            }
        }
        Arrays.fill(need.to, Need.NOBODY);
        for (Proximity proximity : Proximity.values()) {
            for (int c = 0; c < before.length; c++) {
                for (int d = 0; before[c] != Need.NOBODY && !need.serves(c) && d < room.length; d++) {
                    if (room[d] > 0 && of(need.sources[c], need.destinations.get(d)) == proximity) {
                        need.to[c] = d;
                        room[d]--;
                    }
                }
            }
        }
    }
}
