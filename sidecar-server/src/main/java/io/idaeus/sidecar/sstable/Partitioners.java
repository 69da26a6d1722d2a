/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.sstable.UnreadableReason.Code;

/** The one partitioner whose tokens can be computed here. */
final class Partitioners {
    static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";

    private Partitioners() {}

    static void requireMurmur3(String partitioner) throws SstableException {
        if (!partitioner.equals(MURMUR3)) {
            String shown = partitioner.length() > 120 ? partitioner.substring(0, 120) : partitioner;
            throw new SstableException(
                    Code.UNSUPPORTED_PARTITIONER,
                    "the partitioner is " + shown.replaceAll("[^\\w.$]", "?") + " (expected: " + MURMUR3
                            + "); tokens of another one cannot be told");
        }
    }
}
