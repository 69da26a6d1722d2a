/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Rates that yield to Cassandra: down while it is in trouble, up again while it is well. It is in trouble when a bound is
 * passed; one bound at the least must be given.
 *
 * @param send what is sent; not adaptive where null
 * @param receive what is received; not adaptive where null
 * @param maxPendingCompactions compactions that may wait; not looked at where null
 * @param maxReadLatencyMicros microseconds that the slowest hundredth of reads may take (p99); not looked at where null
 * @param maxDroppedMessages messages that may be dropped between two looks; not looked at where null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AdaptiveSettings(
        @Nullable RateRange send,
        @Nullable RateRange receive,
        @Nullable Long maxPendingCompactions,
        @Nullable Long maxReadLatencyMicros,
        @Nullable Long maxDroppedMessages) {}
