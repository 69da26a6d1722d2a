/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.file.UnreadableReason.Code;

final class Partitioners {
    static final String MURMUR3 = "org.apache.cassandra.dht.Murmur3Partitioner";

    private Partitioners() {}

    static void requireMurmur3(String partitioner) throws SstableException {
        if (!partitioner.equals(MURMUR3)) {
            String shown = partitioner.length() > 120 ? partitioner.substring(0, 120) : partitioner;
            throw new SstableException(
                    Code.UNSUPPORTED_PARTITIONER,
                    "partitioner " + shown.replaceAll("[^\\w.$]", "?") + " (expected: " + MURMUR3
                            + "), the only one whose tokens the sidecar can compute");
        }
    }
}
