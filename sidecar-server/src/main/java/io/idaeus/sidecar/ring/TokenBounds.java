/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

/**
 * A closed interval of tokens.
 *
 * @param last not below {@code first}
 */
public record TokenBounds(long first, long last) {
    public TokenBounds {
        if (first > last) {
            throw new IllegalArgumentException("first token: " + first + " (expected: at most the last, " + last + ")");
        }
    }

    @Override
    public String toString() {
        return "[" + first + "," + last + "]";
    }
}
