/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The bytes that each source sends, by its number: its place in the request. */
final class Loads {
    private final List<SourceNode> nodes;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final long[] bytes;
    private final Runnable checkpoint;

    Loads(List<SourceNode> nodes, Runnable checkpoint) {
        this.nodes = nodes;
        this.checkpoint = checkpoint;
        this.bytes = new long[nodes.size()];
        nodes.forEach(node -> numbers.put(node.name(), numbers.size()));
    }

    /** Called in each round of every search: ends the work by an exception. */
    void checkpoint() {
        checkpoint.run();
    }

    int count() {
        return bytes.length;
    }

    int number(String name) {
        Integer number = numbers.get(name);
        if (number == null) {
            throw new IllegalArgumentException("source: " + name + " (expected: a source of the request)");
        }
        return number;
    }

    SourceNode node(int source) {
        return nodes.get(source);
    }

    void add(int source, long more) {
        bytes[source] += more;
    }

    long bytes(int source) {
        return bytes[source];
    }

    double time(int source) {
        return timeWith(source, 0);
    }

    double timeWith(int source, long more) {
        return (bytes[source] + more) / nodes.get(source).weight();
    }

    /** The first of them where several are. */
    int busiest() {
        int busiest = 0;
        for (int s = 1; s < bytes.length; s++) {
            busiest = time(s) > time(busiest) ? s : busiest;
        }
        return busiest;
    }

    double makespan() {
        return bytes.length == 0 ? 0 : time(busiest());
    }

    /** Falls as loads of the same sum get more even. */
    double unevenness() {
        double sum = 0;
        for (int s = 0; s < bytes.length; s++) {
            sum += time(s) * time(s);
        }
        return sum;
    }
}
