/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.EffectiveLimit;
import io.idaeus.api.limits.LimitState;
import io.idaeus.api.limits.RateRange;
import io.idaeus.sidecar.throttle.Throttle;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rate limit for sending or for receiving. Not thread-safe: its owner holds a lock. */
final class DirectionLimit {
    private static final Logger LOG = LoggerFactory.getLogger(DirectionLimit.class);

    private final String name;
    private final Throttle throttle;
    private final Clock clock;
    private LimitState state = LimitState.UNLIMITED;
    private String reason = "no limit is set";
    private Instant since;

    DirectionLimit(String name, Throttle throttle, Clock clock) {
        this.name = name;
        this.throttle = throttle;
        this.clock = clock;
        this.since = clock.instant();
    }

    LimitState state() {
        return state;
    }

    EffectiveLimit now() {
        long limit = throttle.limit();
        return new EffectiveLimit(limit == Throttle.UNLIMITED ? null : limit, state, reason, since);
    }

    /** An adaptive limit starts at the current rate, or at the floor where there was no limit. */
    void apply(@Nullable Long rate, @Nullable RateRange range) {
        if (range != null) {
            long start = Math.max(range.floor(), Math.min(throttle.limit(), range.ceiling()));
            change(start, LimitState.RECOVERING, "the limit is adaptive; there is no load sample yet");
        } else if (rate != null) {
            change(rate, LimitState.FIXED, "a fixed limit is set");
        } else {
            change(Throttle.UNLIMITED, LimitState.UNLIMITED, "no limit is set");
        }
    }

    void adapt(RateRange range, AdaptiveSettings bounds, LoadSample sample) {
        Adaptation next = Adaptation.next(range, bounds, throttle.limit(), sample);
        change(next.rate(), next.state(), next.reason());
    }

    private void change(long rate, LimitState nextState, String nextReason) {
        boolean entered = nextState != state;
        throttle.limit(rate);
        state = nextState;
        reason = nextReason;
        if (entered) {
            since = clock.instant();
            LOG.info("{} limit: {}{}, {}", name, nextState, text(rate), nextReason);
        }
    }

    private static String text(long rate) {
        return rate == Throttle.UNLIMITED ? "" : String.format(Locale.ROOT, " at %.1f MiB/s", rate / 1048576.0);
    }
}
