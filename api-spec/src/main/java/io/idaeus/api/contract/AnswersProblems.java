/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.contract;

import io.idaeus.api.Problem;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Documents the problems that any request can be answered with. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ApiResponse(
        responseCode = "400",
        description = "The request is not as this document says; `detail` names the parameter or the field",
        content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
@ApiResponse(
        responseCode = "406",
        description = "`Accept` names no media type that this path has",
        content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
@ApiResponse(
        responseCode = "429",
        description =
                "Too many requests, or a quota is used up. The request was not carried out; `Retry-After` says when to repeat it",
        headers = @Header(name = "Retry-After", description = "Seconds", schema = @Schema(type = "integer")),
        content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
@ApiResponse(
        responseCode = "431",
        description = "The request headers are too large",
        content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
@ApiResponse(
        responseCode = "500",
        description = "The sidecar has an internal error; `detail` has an id that is in its log",
        content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
@ApiResponse(
        responseCode = "503",
        description =
                "Cassandra does not answer, or the sidecar cannot take requests; `Retry-After` says when to try again",
        content = @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
public @interface AnswersProblems {}
