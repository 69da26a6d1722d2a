/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import org.jspecify.annotations.Nullable;

/**
 * Rate limit of one transfer.
 *
 * @param maxRate bytes per second over all its connections; null removes the limit
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Bounded.Fields
public record TransferLimit(@Nullable @Bounded.Rate Long maxRate) {}
