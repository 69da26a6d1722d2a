/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.call;

import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.Quota;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** How many requests each caller may still send: a bucket for each of those seen last. Never blocks. Thread-safe. */
@Singleton
final class RequestRates {
    private static final int REMEMBERED = 10_000;
    private static final long BURST_SECONDS = 10;

    private final int rate;
    private final LongSupplier nanoTime;

    // When each bucket is full again.
    private final Map<String, Long> fullAt = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    @Inject
    RequestRates(SidecarConfig config) {
        this(config.quotas().requestRate(), System::nanoTime);
    }

    /** @param rate requests a second; 0 for no bound */
    RequestRates(int rate, LongSupplier nanoTime) {
        this.rate = rate;
        this.nanoTime = nanoTime;
    }

    /** @throws ProblemException TOO_MANY_REQUESTS where the caller's bucket is empty */
    void take(String caller) {
        if (rate == 0) {
            return;
        }
        Duration wait = missing(caller);
        if (!wait.isZero()) {
            throw Quota.REQUESTS.exceeded(
                    wait,
                    caller + " sends more than " + rate + " requests a second for longer than " + BURST_SECONDS
                            + " s (quotas.requestRate); send fewer, or raise it.");
        }
    }

    synchronized int remembered() {
        return fullAt.size();
    }

    private synchronized Duration missing(String caller) {
        long now = nanoTime.getAsLong();
        long each = Duration.ofSeconds(1).toNanos() / rate;
        long burst = Duration.ofSeconds(BURST_SECONDS).toNanos();
        Long known = fullAt.get(caller);
        long full = known == null || known - now < 0 ? now : known;
        if (full + each - now > burst) {
            return Duration.ofNanos(full + each - now - burst);
        }
        fullAt.put(caller, full + each);
        return Duration.ZERO;
    }
}
