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

/** Reads token ranges of requests. */
public final class Ranges {
    private Ranges() {}

    /**
     * The whole ring where none are given.
     *
     * @throws ProblemException INVALID_RANGE
     */
    public static TokenRanges of(@Nullable List<String> texts) {
        return texts == null || texts.isEmpty() ? TokenRanges.fullRing() : of("range", texts);
    }

    /**
     * @param name of the field, for messages
     * @throws ProblemException INVALID_RANGE
     */
    static TokenRanges of(String name, List<String> texts) {
        return TokenRanges.of(texts.stream().map(text -> parse(name, text)).toList());
    }

    private static TokenRange parse(String name, String text) {
        try {
            return TokenRange.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(ProblemType.INVALID_RANGE, name + ": " + e.getMessage(), e);
        }
    }
}
