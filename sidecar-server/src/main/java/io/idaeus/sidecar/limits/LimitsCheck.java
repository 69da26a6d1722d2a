/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.AdaptiveSettings;
import io.idaeus.api.LimitSettings;
import io.idaeus.api.ProblemType;
import io.idaeus.api.RateRange;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.throttle.Throttle;
import org.jspecify.annotations.Nullable;

/** Validates limits before they are applied. */
final class LimitsCheck {
    private LimitsCheck() {}

    static void check(LimitSettings settings) {
        rate("sendRate", settings.sendRate());
        rate("receiveRate", settings.receiveRate());
        AdaptiveSettings adaptive = settings.adaptive();
        if (adaptive == null) {
            return;
        }
        range("adaptive.send", adaptive.send());
        range("adaptive.receive", adaptive.receive());
        notBoth("sendRate", settings.sendRate(), "adaptive.send", adaptive.send());
        notBoth("receiveRate", settings.receiveRate(), "adaptive.receive", adaptive.receive());
        if (adaptive.send() == null && adaptive.receive() == null) {
            throw invalid(
                    "adaptive: neither send nor receive is given (expected: at least one); leave out adaptive for a fixed"
                            + " limit or none");
        }
        bound("adaptive.maxPendingCompactions", adaptive.maxPendingCompactions(), 0);
        bound("adaptive.maxReadLatencyMicros", adaptive.maxReadLatencyMicros(), 1);
        bound("adaptive.maxDroppedMessages", adaptive.maxDroppedMessages(), 0);
        if (adaptive.maxPendingCompactions() == null
                && adaptive.maxReadLatencyMicros() == null
                && adaptive.maxDroppedMessages() == null) {
            throw invalid("adaptive: no bound is given (expected: at least one of maxPendingCompactions,"
                    + " maxReadLatencyMicros, maxDroppedMessages)");
        }
    }

    private static void rate(String field, @Nullable Long rate) {
        if (rate != null && (rate < Throttle.MIN_RATE || rate > Throttle.MAX_RATE)) {
            throw invalid(field + ": " + rate + " (expected: " + Throttle.MIN_RATE + " to " + Throttle.MAX_RATE
                    + " bytes per second, or null for no limit)");
        }
    }

    private static void range(String field, @Nullable RateRange range) {
        if (range == null) {
            return;
        }
        rate(field + ".floor", range.floor());
        rate(field + ".ceiling", range.ceiling());
        if (range.floor() > range.ceiling()) {
            throw invalid(field + ": the floor " + range.floor() + " is above the ceiling " + range.ceiling()
                    + " (expected: at or below it)");
        }
    }

    private static void notBoth(String field, @Nullable Long rate, String other, @Nullable RateRange range) {
        if (rate != null && range != null) {
            throw invalid(field + " and " + other + " are both given (expected: a fixed rate or an adaptive range)");
        }
    }

    private static void bound(String field, @Nullable Long value, long minimum) {
        if (value != null && value < minimum) {
            throw invalid(field + ": " + value + " (expected: at least " + minimum + ")");
        }
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }
}
