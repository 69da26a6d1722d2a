/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.limits;

import io.idaeus.api.value.Bounded;

/**
 * Bounds of an adaptive rate.
 *
 * @param floor bytes per second that are always allowed
 * @param ceiling bytes per second that are never exceeded
 */
@Bounded.Fields
public record RateRange(
        @Bounded.Rate long floor, @Bounded.Rate long ceiling) {}
