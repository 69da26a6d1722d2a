/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Something that is left to do after the plan.
 *
 * @param command what to run; absent where no command does it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PlanDue(String what, @Nullable String command, String why) {}
