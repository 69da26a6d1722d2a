/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What a node may send and receive.
 *
 * @param sendRate bytes a second, over all connections; no limit where null
 * @param receiveRate bytes a second, over all transfers; no limit where null
 * @param adaptive rates that yield to Cassandra; none where null. A direction is adaptive or has a rate, not both
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LimitSettings(
        @Nullable Long sendRate,
        @Nullable Long receiveRate,
        @Nullable AdaptiveSettings adaptive) {}
