/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.limits;

import io.idaeus.api.ProblemType;
import io.idaeus.api.limits.AdaptiveSettings;
import io.idaeus.api.limits.LimitSettings;
import io.idaeus.api.limits.RateRange;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.problem.ProblemException;
import org.jspecify.annotations.Nullable;

/** Validates limits before they are applied. */
final class LimitsCheck {
    private LimitsCheck() {}

    static void check(LimitSettings settings) {
        BoundedNumber.requireRate("sendRate", settings.sendRate());
        BoundedNumber.requireRate("receiveRate", settings.receiveRate());
        AdaptiveSettings adaptive = settings.adaptive();
        if (adaptive == null) {
            return;
        }
        range("adaptive.send", adaptive.send());
        range("adaptive.receive", adaptive.receive());
        BoundedNumber.requireAtLeast("adaptive.maxPendingCompactions", adaptive.maxPendingCompactions(), 0);
        BoundedNumber.requireAtLeast("adaptive.maxReadLatencyMicros", adaptive.maxReadLatencyMicros(), 1);
        BoundedNumber.requireAtLeast("adaptive.maxDroppedMessages", adaptive.maxDroppedMessages(), 0);
        notBoth("sendRate", settings.sendRate(), "adaptive.send", adaptive.send());
        notBoth("receiveRate", settings.receiveRate(), "adaptive.receive", adaptive.receive());
        if (adaptive.send() == null && adaptive.receive() == null) {
            throw contradiction(
                    "adaptive: neither send nor receive is given (expected: at least one); leave out adaptive for a fixed"
                            + " limit or none");
        }
        if (adaptive.maxPendingCompactions() == null
                && adaptive.maxReadLatencyMicros() == null
                && adaptive.maxDroppedMessages() == null) {
            throw contradiction("adaptive: no bound is given (expected: at least one of maxPendingCompactions,"
                    + " maxReadLatencyMicros, maxDroppedMessages)");
        }
    }

    private static void range(String field, @Nullable RateRange range) {
        if (range == null) {
            return;
        }
        BoundedNumber.requireLimit(field + ".floor", range.floor());
        BoundedNumber.requireLimit(field + ".ceiling", range.ceiling());
        if (range.floor() > range.ceiling()) {
            throw contradiction(field + ": the floor " + range.floor() + " is above the ceiling " + range.ceiling()
                    + " (expected: at or below it)");
        }
    }

    private static void notBoth(String field, @Nullable Long rate, String other, @Nullable RateRange range) {
        if (rate != null && range != null) {
            throw contradiction(
                    field + " and " + other + " are both given (expected: a fixed rate or an adaptive range)");
        }
    }

    private static ProblemException contradiction(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
