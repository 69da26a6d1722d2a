/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.balance;

import java.util.Map;

/**
 * A node that can send.
 *
 * @param weight its share of the work relative to other sources, above 0: for instance its send limit in bytes per
 *     second, or 1 for every source
 * @param wholeFileBytes by {@link Demand#group}: bytes of files that span most of the node's ranges, so that a
 *     destination fetches all of them whichever ranges it takes. They count once for each destination, in addition to
 *     {@link Candidate#bytes}
 */
public record SourceNode(String name, Locality locality, double weight, Map<String, Long> wholeFileBytes) {
    public SourceNode {
        if (!(weight > 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("weight of " + name + ": " + weight + " (expected: above 0, finite)");
        }
        wholeFileBytes = Map.copyOf(wholeFileBytes);
    }

    long wholeFileBytes(String group) {
        return wholeFileBytes.getOrDefault(group, 0L);
    }
}
