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
 * Which fork runs which class: the longest first. Those that share nodes run in the first fork, before its others;
 * another one takes them when nothing else is left, since starting a second set of nodes costs less than waiting. Not
 * thread-safe.
 */
final class ForkSchedule {
    /** @param shares whether it shares nodes with other classes */
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

    ForkSchedule(List<TestClass> classes, Durations durations, int forks) {
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
        boolean shared = others.isEmpty() || (fork == 0 && !sharing.isEmpty());
        List<TestClass> from = shared ? sharing : others;
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
        Duration all = total(sharing).plus(total(others));
        for (String name : running) {
            all = all.plus(durations.of(name));
        }
        return all.dividedBy(forks);
    }

    private Duration total(List<TestClass> classes) {
        return classes.stream().map(test -> durations.of(test.simpleName())).reduce(Duration.ZERO, Duration::plus);
    }
}
