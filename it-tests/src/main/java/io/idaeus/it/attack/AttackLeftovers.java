/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.attack;

import io.idaeus.it.harness.process.ProcessFigures;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The threads and descriptors of an idle sidecar. */
record AttackLeftovers(int threads, int descriptors) {
    // Pools of a fixed size fill as they are used, the JVM has threads of its own, and callers keep some connections.
    // Thousands of requests that leave one each would be far more.
    private static final int OF_POOLS = 64;

    // Idle connections and threads live for a minute.
    private static final Duration LONGEST = Duration.ofSeconds(150);
    private static final Duration KEPT_ALIVE = Duration.ofSeconds(20);
    private static final long POLL_NANOS = 1_000_000_000;

    static AttackLeftovers of(SidecarProcess sidecar) {
        ProcessFigures figures = new ProcessFigures(sidecar.pid());
        return new AttackLeftovers(figures.threads(), figures.descriptors());
    }

    /** The least that it holds within the time in which clients keep their connections. */
    static AttackLeftovers least(SidecarProcess sidecar) {
        AttackDeadline deadline = AttackDeadline.in(KEPT_ALIVE);
        AttackLeftovers least = of(sidecar);
        while (!deadline.isOver()) {
            LockSupport.parkNanos(POLL_NANOS);
            AttackLeftovers now = of(sidecar);
            least = new AttackLeftovers(
                    Math.min(least.threads, now.threads), Math.min(least.descriptors, now.descriptors));
        }
        return least;
    }

    /** Waits until the sidecar holds no more than this, for some minutes at most. */
    AttackLeftovers settled(SidecarProcess sidecar) {
        AttackDeadline deadline = AttackDeadline.in(LONGEST);
        AttackLeftovers now = of(sidecar);
        while (now.exceeds(this) && !deadline.isOver()) {
            LockSupport.parkNanos(POLL_NANOS);
            now = of(sidecar);
        }
        return now;
    }

    boolean exceeds(AttackLeftovers other) {
        return threads > other.threads + OF_POOLS || descriptors > other.descriptors + OF_POOLS;
    }

    /** The kinds of a sidecar's descriptors, each once with its count. */
    static String kinds(SidecarProcess sidecar) {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(sidecar.pid()), "fd"))) {
            Map<String, Long> kinds = open.map(AttackLeftovers::kind)
                    .collect(Collectors.groupingBy(kind -> kind, TreeMap::new, Collectors.counting()));
            return kinds.toString();
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static String kind(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().replaceAll("\\d+", "N");
        } catch (IOException closed) {
            return "closed";
        }
    }

    @Override
    public String toString() {
        return threads + " threads and " + descriptors + " descriptors";
    }
}
