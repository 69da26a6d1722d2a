/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.idaeus.api.value.Bounded;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A problem document (RFC 9457, {@code application/problem+json}).
 *
 * @param type the kind of problem; stable. Later versions can have more
 * @param title short statement of the problem, the same for every occurrence
 * @param status the status of the response
 * @param detail what happened, what was expected, what to do
 * @param instance the path of the request
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(example = ProblemExamples.PROBLEM)
public record Problem(
        @Bounded.ProblemTypes String type,
        String title,
        int status,
        String detail,
        @Nullable String instance) {}
