/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.limits;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import org.jspecify.annotations.Nullable;

/**
 * Rates that follow Cassandra's load. They fall while any bound is exceeded and rise again afterwards. At least one bound is
 * required; a bound that is absent is not checked.
 *
 * @param send rate of sending; not adaptive where absent
 * @param receive rate of receiving; not adaptive where absent
 * @param maxPendingCompactions back off above this many pending compactions
 * @param maxReadLatencyMicros back off above this read latency, p99 in microseconds
 * @param maxDroppedMessages back off above this many messages dropped between two load samples
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record AdaptiveSettings(
        @Nullable RateRange send,
        @Nullable RateRange receive,
        @Nullable @Bounded.Count Long maxPendingCompactions,
        @Nullable @Bounded.AtLeastOne Long maxReadLatencyMicros,
        @Nullable @Bounded.Count Long maxDroppedMessages) {}
