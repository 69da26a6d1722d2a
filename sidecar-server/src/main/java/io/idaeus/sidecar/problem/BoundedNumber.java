/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import io.idaeus.api.ProblemType;
import io.idaeus.api.value.Bounds;
import org.jspecify.annotations.Nullable;

/** Checks numbers of requests. Each check throws {@link ProblemException} INVALID_REQUEST naming the field. */
public final class BoundedNumber {
    private BoundedNumber() {}

    /** @param rate bytes per second; null for no limit */
    public static void requireRate(String field, @Nullable Long rate) {
        if (rate != null) {
            requireRate(field, rate, ", or null for no limit");
        }
    }

    /** @param rate bytes per second, where there is always a limit */
    public static void requireLimit(String field, long rate) {
        requireRate(field, rate, "");
    }

    private static void requireRate(String field, long rate, String otherwise) {
        if (rate < Bounds.MIN_RATE || rate > Bounds.MAX_RATE) {
            throw invalid(field + ": " + rate + " (expected: " + Bounds.MIN_RATE + " to " + Bounds.MAX_RATE
                    + " bytes per second" + otherwise + ")");
        }
    }

    public static void requireAtLeast(String field, @Nullable Long value, long least) {
        if (value != null && value < least) {
            throw invalid(field + ": " + value + " (expected: at least " + least + ")");
        }
    }

    public static void requireWithin(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw invalid(field + ": " + value + " (expected: " + least + " to " + most + ")");
        }
    }

    /** @param found number of entries, at least one */
    public static void requireCount(String field, int found, int most) {
        if (found < 1 || found > most) {
            throw invalid(field + ": " + found + " entries (expected: 1 to " + most + ")");
        }
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(ProblemType.INVALID_REQUEST, message);
    }
}
