/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import io.idaeus.api.contract.Needs;
import io.idaeus.api.node.Health;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/** Health and metrics, for monitoring systems. */
@Controller
@Tag(name = "operations")
public interface OperationsApi {
    /** @return The process is alive */
    @Get("/health/liveness")
    @Needs.Nothing
    @Operation(operationId = "getLiveness", summary = "Reports whether the process is alive; needs no certificate")
    Health liveness();

    @Get("/health/readiness")
    @Needs.Nothing
    @Operation(
            operationId = "getReadiness",
            summary = "Reports whether the sidecar can do its work; needs no certificate")
    @ApiResponse(
            responseCode = "200",
            description = "All checks pass",
            content = @Content(schema = @Schema(implementation = Health.class)))
    @ApiResponse(
            responseCode = "503",
            description = "A check failed",
            content = @Content(schema = @Schema(implementation = Health.class)))
    HttpResponse<Health> readiness();

    @Get(value = "/metrics", produces = MediaType.TEXT_PLAIN)
    @Needs.Metrics
    @Operation(operationId = "getMetrics", summary = "Returns metrics in the Prometheus text format")
    @ApiResponse(
            responseCode = "200",
            description = "The metrics",
            content =
                    @Content(
                            mediaType = "text/plain",
                            schema = @Schema(implementation = String.class),
                            examples = @ExampleObject(value = OperationExamples.METRICS)))
    HttpResponse<String> metrics();
}
