/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The sources of one destination for a group whose files are whole. */
final class Cover {
    private final String group;
    private final String destination;
    private final Loads loads;
    private final SortedMap<Integer, List<Need>> offers = new TreeMap<>();
    private final SortedMap<Integer, List<Need>> serving = new TreeMap<>();

    Cover(String group, String destination, Loads loads) {
        this.group = group;
        this.destination = destination;
        this.loads = loads;
    }

    void want(Need need) {
        for (int source : need.sources) {
            offers.computeIfAbsent(source, key -> new ArrayList<>()).add(need);
        }
    }

    String destination() {
        return destination;
    }

    Set<Integer> candidates() {
        return offers.keySet();
    }

    int sources() {
        return serving.size();
    }

    boolean uses(int source) {
        return serving.containsKey(source);
    }

    long wholeBytes(int source) {
        return loads.node(source).wholeFileBytes(group);
    }

    /** How many ranges that lack a copy a source could serve. */
    int gain(int source) {
        int gain = 0;
        for (Need need : Objects.requireNonNull(offers.get(source))) {
            gain += lacks(need) && !need.serves(need.candidate(source)) ? 1 : 0;
        }
        return gain;
    }

    private boolean lacks(Need need) {
        return need.copies(need.destinations.indexOf(destination)) < need.demand.copies();
    }

    /** Serves every range that it can and that lacks a copy. */
    void open(int source) {
        for (Need need : Objects.requireNonNull(offers.get(source))) {
            if (lacks(need) && !need.serves(need.candidate(source))) {
                serve(need, source);
            }
        }
    }

    private void serve(Need need, int source) {
        int candidate = need.candidate(source);
        need.to[candidate] = need.destinations.indexOf(destination);
        if (!uses(source)) {
            loads.add(source, wholeBytes(source));
        }
        serving.computeIfAbsent(source, key -> new ArrayList<>()).add(need);
        loads.add(source, need.bytes(candidate));
    }

    private void release(int source) {
        for (Need need : Objects.requireNonNull(serving.remove(source))) {
            int candidate = need.candidate(source);
            need.to[candidate] = Need.NOBODY;
            loads.add(source, -need.bytes(candidate));
        }
        loads.add(source, -wholeBytes(source));
    }

    /** Gives up all sources, and returns what each served. */
    Map<Integer, List<Need>> clear() {
        Map<Integer, List<Need>> served = new TreeMap<>(serving);
        served.keySet().forEach(this::release);
        return served;
    }

    void restore(Map<Integer, List<Need>> served) {
        served.forEach((source, needs) -> needs.forEach(need -> serve(need, source)));
    }
}
