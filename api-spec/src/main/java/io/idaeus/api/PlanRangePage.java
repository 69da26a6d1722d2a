/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of token ranges.
 *
 * @param next pass it as {@code after} for the next page; null on the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanRangePage(
        List<PlanRange> ranges, int total, @Nullable String next) {}
