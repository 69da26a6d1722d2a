/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.source;

import io.idaeus.api.value.Bounds;
import io.idaeus.sidecar.plan.attempt.StepContext;
import org.jspecify.annotations.Nullable;

/**
 * One destination's share of the plan's rate. Destinations that are filled at the same time have equal shares, whatever
 * their transfers.
 *
 * @param bytes a second; null where the plan has no rate
 */
public record RateShare(@Nullable Long bytes) {
    public static RateShare of(StepContext context) {
        Long whole = context.plan().draft().request().maxRate();
        int destinations = Math.max(1, context.plan().turn().size());
        return new RateShare(whole == null ? null : Long.valueOf(whole / destinations));
    }

    /** How many transfers it is enough for: none may have less than {@link Bounds#MIN_RATE}. */
    public int transfers(int most) {
        return bytes == null ? most : (int) Math.max(1, Math.min(most, bytes / Bounds.MIN_RATE));
    }

    /** The rate of each of so many transfers. */
    @Nullable
    public Long each(int transfers) {
        return bytes == null ? null : Long.valueOf(Math.max(Bounds.MIN_RATE, bytes / Math.max(1, transfers)));
    }
}
