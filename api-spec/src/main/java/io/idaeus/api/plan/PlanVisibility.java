/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How clients are affected in one step, by consistency level: {@code ONE}, {@code LOCAL_QUORUM}, {@code QUORUM}, {@code ALL}.
 *
 * @param reads of the ranges concerned: {@code as before}, {@code complete}, {@code may miss rows} or {@code fail}
 * @param writes of the ranges concerned: {@code as before}, {@code complete}, {@code need one more},
 *     {@code need the new node} or {@code fail}
 * @param note explains them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanVisibility(
        String step,
        Map<String, String> reads,
        Map<String, String> writes,
        @Nullable String note) {}
