/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which sources a destination merges a token range from.
 *
 * @param destination address of its sidecar
 * @param range {@code left:right}, meaning (left, right]
 * @param sources host ids
 * @param from address of the sidecar of another new node, which joins before and passes the range on: {@code DELTA} takes from
 *     it what it got since it was filled; absent where the sources have all
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanRange(
        String destination,
        String keyspace,
        String range,
        List<String> sources,
        @Nullable String from) {
    /** A range that no new node passes on. */
    public PlanRange(String destination, String keyspace, String range, List<String> sources) {
        this(destination, keyspace, range, sources, null);
    }
}
