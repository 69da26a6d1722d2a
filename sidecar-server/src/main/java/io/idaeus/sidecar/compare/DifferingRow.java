/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row that differs.
 *
 * @param key for people; empty where neither cluster could read it
 * @param columns outside the key that differ, where both clusters have the row
 * @param writtenHere when the youngest part of what differs was written here, in microseconds since 1970; null where that is
 *     not known
 * @param writtenThere the same of the other cluster
 */
public record DifferingRow(
        Verdict verdict,
        long token,
        String key,
        List<String> columns,
        @Nullable Long writtenHere,
        @Nullable Long writtenThere) {
    DifferingRow as(Verdict other) {
        return new DifferingRow(other, token, key, columns, writtenHere, writtenThere);
    }
}
