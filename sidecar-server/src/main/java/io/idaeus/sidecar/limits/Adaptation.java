/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.LimitState;
import io.idaeus.api.limits.RateRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The next step of an adaptive limit. Above a bound the rate halves; with unknown load it drops to the floor; otherwise
 * it rises by a twentieth of the range.
 *
 * @param rate bytes per second
 */
record Adaptation(long rate, LimitState state, String reason) {
    private static final int RECOVERY_STEPS = 20;

    static Adaptation next(RateRange range, AdaptiveSettings bounds, long rate, LoadSample sample) {
        if (sample instanceof LoadSample.Unavailable unavailable) {
            return new Adaptation(
                    range.floor(), LimitState.UNKNOWN, "Cassandra's load is unknown: " + unavailable.reason());
        }
        List<String> exceeded = exceeded(bounds, (LoadSample.Measured) sample);
        if (!exceeded.isEmpty()) {
            long half = Math.max(range.floor(), Math.min(rate, range.ceiling()) / 2);
            return new Adaptation(half, LimitState.BACKING_OFF, String.join("; ", exceeded));
        }
        long step = Math.max(1, (range.ceiling() - range.floor()) / RECOVERY_STEPS);
        long more = Math.min(range.ceiling(), Math.max(range.floor(), rate + step));
        return more == range.ceiling()
                ? new Adaptation(more, LimitState.AT_CEILING, "Cassandra is within all bounds")
                : new Adaptation(more, LimitState.RECOVERING, "Cassandra is within all bounds; the limit is rising");
    }

    private static List<String> exceeded(AdaptiveSettings bounds, LoadSample.Measured sample) {
        List<String> exceeded = new ArrayList<>();
        Long compactions = bounds.maxPendingCompactions();
        if (compactions != null && sample.load().pendingCompactions() > compactions) {
            exceeded.add(sample.load().pendingCompactions() + " compactions are pending (expected: at most "
                    + compactions + ")");
        }
        Long dropped = bounds.maxDroppedMessages();
        if (dropped != null && sample.droppedMessages() > dropped) {
            exceeded.add(sample.droppedMessages() + " messages were dropped since the last sample (expected: at most "
                    + dropped + ")");
        }
        Long latency = bounds.maxReadLatencyMicros();
        double found = sample.load().readLatencyP99Micros();
        if (latency != null && found > latency.doubleValue()) {
            exceeded.add(String.format(
                    Locale.ROOT,
                    "read latency p99 is %.1f ms (expected: at most %.1f ms)",
                    found / 1000,
                    latency / 1000.0));
        }
        return exceeded;
    }
}
