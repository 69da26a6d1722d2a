/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.limits;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import org.jspecify.annotations.Nullable;

/**
 * Rate limits of a node. A direction has a fixed rate or an adaptive rate, not both.
 *
 * @param sendRate bytes per second over all connections; unlimited where absent
 * @param receiveRate bytes per second over all transfers; unlimited where absent
 * @param adaptive rates that follow Cassandra's load; none where absent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record LimitSettings(
        @Nullable @Bounded.Rate Long sendRate,
        @Nullable @Bounded.Rate Long receiveRate,
        @Nullable AdaptiveSettings adaptive) {}
