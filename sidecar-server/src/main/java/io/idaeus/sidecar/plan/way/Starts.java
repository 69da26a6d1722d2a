/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.plan.PlanStart;
import io.idaeus.sidecar.start.StartOptions;
import java.util.ArrayList;
import java.util.List;

/** Starts and wait times that several ways share. */
final class Starts {
    /** {@link StartOptions#SHORT_DELAYS}. Seconds. */
    static final int SHORT_WAIT = 7;

    /** cassandra.broadcast_interval_ms and ring_delay_ms, with their defaults. Seconds. */
    private static final int DEFAULT_WAIT = 90;

    /** For gossip to settle, and cassandra.ring_delay_ms with its default. Seconds. */
    private static final int ON_CALL_WAIT = 38;

    private Starts() {}

    /** From 6.0 on the metadata of the cluster tells what these versions wait for. */
    static boolean hasDelays(Place place) {
        return !place.version().isAtLeast(6, 0);
    }

    /** For how long Cassandra waits by default while it replaces a node, in seconds. */
    static int byDefault(Place place) {
        return hasDelays(place) ? DEFAULT_WAIT : 0;
    }

    /** The same for a node that takes nobody's place, and joins when it is told to. */
    static int onCall(Place place) {
        return hasDelays(place) ? ON_CALL_WAIT : 0;
    }

    /** Outside the ring, with the options that let it join when it is told to, then without any. */
    static List<PlanStart> outsideOnly(Place place, List<String> joining) {
        List<String> all = new ArrayList<>(joining);
        all.add(StartOptions.OUTSIDE);
        return List.of(
                new PlanStart("without joining", all, place.yaml(), List.of(), place.tokens()),
                new PlanStart("plainly", List.of(), place.yaml(), all, place.tokens()));
    }

    /** Outside the ring, then with the options that let it join, then without any. */
    static List<PlanStart> outsideFirst(Place place, String name, List<String> joining) {
        List<String> all = new ArrayList<>(joining);
        all.add(StartOptions.OUTSIDE);
        return List.of(
                new PlanStart(
                        "without joining", List.of(StartOptions.OUTSIDE), place.yaml(), List.of(), place.tokens()),
                new PlanStart(name, joining, place.yaml(), List.of(StartOptions.OUTSIDE), place.tokens()),
                new PlanStart("plainly", List.of(), place.yaml(), all, place.tokens()));
    }
}
