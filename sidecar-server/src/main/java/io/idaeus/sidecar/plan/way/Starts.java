/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.way;

import io.idaeus.api.PlanStart;
import io.idaeus.sidecar.start.StartOptions;
import java.util.ArrayList;
import java.util.List;

/** What several ways have in common. */
final class Starts {
    /** cassandra.broadcast_interval_ms and ring_delay_ms, with their defaults. Seconds. */
    static final int BOOTSTRAP_WAIT = 90;

    private Starts() {}

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
