/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.AdaptiveSettings;
import io.idaeus.api.EffectiveLimit;
import io.idaeus.api.LimitState;
import io.idaeus.api.RateRange;
import io.idaeus.sidecar.throttle.Throttle;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The limit of sending, or that of receiving. Its owner sees to it that one thread at a time changes it. */
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

    /** What was set; an adaptive rate begins where the limit was, and at the floor where there was none. */
    void set(@Nullable Long rate, @Nullable RateRange range) {
        if (range != null) {
            long begin = Math.max(range.floor(), Math.min(throttle.limit(), range.ceiling()));
            become(begin, LimitState.COMING_BACK, "adaptive, and Cassandra was not asked yet");
        } else if (rate != null) {
            become(rate, LimitState.FIXED, "set");
        } else {
            become(Throttle.UNLIMITED, LimitState.UNLIMITED, "no limit is set");
        }
    }

    void look(RateRange range, AdaptiveSettings bounds, LoadSample look) {
        Adaptation next = Adaptation.next(range, bounds, throttle.limit(), look);
        become(next.rate(), next.state(), next.reason());
    }

    private void become(long rate, LimitState next, String why) {
        boolean entered = next != state;
        throttle.limit(rate);
        state = next;
        reason = why;
        if (entered) {
            since = clock.instant();
            LOG.info("limit of {} {}: {}, {}", name, next, text(rate), why);
        }
    }

    private static String text(long rate) {
        return rate == Throttle.UNLIMITED ? "none" : String.format(Locale.ROOT, "%.1f MiB/s", rate / 1048576.0);
    }
}
