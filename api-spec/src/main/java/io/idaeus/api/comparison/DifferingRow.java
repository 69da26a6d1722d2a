/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.rows.RowVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row that differs.
 *
 * @param key for people, for instance {@code id = 7}; empty where neither cluster could read it
 * @param columns outside the key that differ, where both clusters have the row; at most 50
 * @param writtenHere when the youngest part of what differs was written here, in microseconds since 1970; absent where
 *     Cassandra does not tell
 * @param writtenThere the same of the other cluster
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DifferingRow(
        RowVerdict verdict,
        String token,
        String key,
        List<String> columns,
        @Nullable String writtenHere,
        @Nullable String writtenThere) {
    /** With another verdict. */
    public DifferingRow as(RowVerdict other) {
        return new DifferingRow(other, token, key, columns, writtenHere, writtenThere);
    }
}
