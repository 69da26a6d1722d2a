/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

/**
 * A source that can serve a range.
 *
 * @param source a {@link SourceNode#name}
 * @param bytes what it holds of the group's tables within the range, without {@link SourceNode#wholeFileBytes}
 */
public record Candidate(String source, long bytes) {
    public Candidate {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes of " + source + ": " + bytes + " (expected: at least 0)");
        }
    }
}
