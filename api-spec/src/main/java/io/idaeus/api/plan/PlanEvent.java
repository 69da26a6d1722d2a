/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change of a plan.
 *
 * @param step the step that has changed, or that runs; absent before the first and after the last
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanEvent(
        String id, PlanState state, @Nullable PlanStep step, Instant at) {}
