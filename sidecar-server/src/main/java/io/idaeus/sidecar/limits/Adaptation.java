/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.AdaptiveSettings;
import io.idaeus.api.LimitState;
import io.idaeus.api.RateRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where an adaptive rate goes next: half while Cassandra is in trouble, and a twentieth of the way from floor to ceiling
 * more while it is well. So it yields in a few looks, and comes back in twenty.
 *
 * @param rate bytes a second from now on
 * @param reason in words
 */
record Adaptation(long rate, LimitState state, String reason) {
    private static final int STEPS_BACK = 20;

    static Adaptation next(RateRange range, AdaptiveSettings bounds, long rate, LoadSample look) {
        if (look instanceof LoadSample.Silent silent) {
            return new Adaptation(range.floor(), LimitState.UNKNOWN, "Cassandra cannot be asked: " + silent.why());
        }
        List<String> troubles = troubles(bounds, (LoadSample.Seen) look);
        if (!troubles.isEmpty()) {
            long half = Math.max(range.floor(), Math.min(rate, range.ceiling()) / 2);
            return new Adaptation(half, LimitState.BACKING_OFF, String.join("; ", troubles));
        }
        long step = Math.max(1, (range.ceiling() - range.floor()) / STEPS_BACK);
        long more = Math.min(range.ceiling(), Math.max(range.floor(), rate + step));
        return more == range.ceiling()
                ? new Adaptation(more, LimitState.AT_CEILING, "Cassandra is well")
                : new Adaptation(more, LimitState.COMING_BACK, "Cassandra is well again");
    }

    private static List<String> troubles(AdaptiveSettings bounds, LoadSample.Seen seen) {
        List<String> troubles = new ArrayList<>();
        Long compactions = bounds.maxPendingCompactions();
        if (compactions != null && seen.load().pendingCompactions() > compactions) {
            troubles.add(seen.load().pendingCompactions() + " compactions are pending (bound: " + compactions + ")");
        }
        Long dropped = bounds.maxDroppedMessages();
        if (dropped != null && seen.dropped() > dropped) {
            troubles.add(seen.dropped() + " messages were dropped since the last look (bound: " + dropped + ")");
        }
        Long latency = bounds.maxReadLatencyMicros();
        double found = seen.load().readLatencyP99Micros();
        if (latency != null && found > latency.doubleValue()) {
            troubles.add(String.format(
                    Locale.ROOT, "read latency p99 is %.1f ms (bound: %.1f ms)", found / 1000, latency / 1000.0));
        }
        return troubles;
    }
}
