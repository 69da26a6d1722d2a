/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.tiers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which fork runs which class: the longest first, those that share nodes all in the first fork, and before its others.
 * Not thread-safe.
 */
final class Schedule {
    /** @param shares whether it runs in the first fork */
    record TestClass(String name, boolean shares) {
        String simpleName() {
            return name.substring(name.lastIndexOf('.') + 1);
        }
    }

    private final Durations durations;
    private final int forks;
    private final List<TestClass> sharing;
    private final List<TestClass> others;
    private final Set<String> running = new TreeSet<>();
    private final int size;
    private int done;

    Schedule(List<TestClass> classes, Durations durations, int forks) {
        this.durations = durations;
        this.forks = forks;
        this.size = classes.size();
        Comparator<TestClass> longestFirst = Comparator.comparing(
                        (TestClass test) -> durations.of(test.simpleName()), Comparator.reverseOrder())
                .thenComparing(TestClass::name);
        sharing = new ArrayList<>(
                classes.stream().filter(TestClass::shares).sorted(longestFirst).toList());
        others = new ArrayList<>(classes.stream()
                .filter(test -> !test.shares())
                .sorted(longestFirst)
                .toList());
    }

    /**
     * @param fork counted from 0
     * @return null where nothing is left for this fork
     */
    @Nullable
    TestClass next(int fork) {
        List<TestClass> from = fork == 0 && !sharing.isEmpty() ? sharing : others;
        if (from.isEmpty()) {
            return null;
        }
        TestClass next = from.remove(0);
        running.add(next.simpleName());
        return next;
    }

    void ended(TestClass test) {
        running.remove(test.simpleName());
        done++;
    }

    int size() {
        return size;
    }

    int done() {
        return done;
    }

    Set<String> running() {
        return new TreeSet<>(running);
    }

    /** As if what runs had just begun: at most that long, where the classes take what they took before. */
    Duration left() {
        Duration shared = total(sharing);
        Duration all = shared.plus(total(others));
        for (String name : running) {
            all = all.plus(durations.of(name));
        }
        Duration evenly = all.dividedBy(forks);
        return evenly.compareTo(shared) > 0 ? evenly : shared;
    }

    private Duration total(List<TestClass> classes) {
        return classes.stream().map(test -> durations.of(test.simpleName())).reduce(Duration.ZERO, Duration::plus);
    }
}
