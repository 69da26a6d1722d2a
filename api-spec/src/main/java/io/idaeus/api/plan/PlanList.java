/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans, newest first.
 *
 * @param unreadable ids of records that this version does not understand, on the first page; absent where there are none
 * @param next value of {@code after} for the next page; absent on the last page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = PlanExamples.PLANS)
public record PlanList(
        List<Plan> plans,
        @Nullable List<String> unreadable,
        @Nullable String next) {}
