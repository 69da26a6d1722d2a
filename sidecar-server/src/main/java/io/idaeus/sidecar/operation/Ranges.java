/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code range} parameters. */
public final class Ranges {
    private Ranges() {}

    /**
     * The whole ring where none are given.
     *
     * @throws ProblemException INVALID_RANGE
     */
    public static TokenRanges of(@Nullable List<String> texts) {
        if (texts == null || texts.isEmpty()) {
            return TokenRanges.fullRing();
        }
        return TokenRanges.of(texts.stream().map(Ranges::parse).toList());
    }

    private static TokenRange parse(String text) {
        try {
            return TokenRange.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemType.INVALID_RANGE, "range: " + e.getMessage(), e);
        }
    }
}
