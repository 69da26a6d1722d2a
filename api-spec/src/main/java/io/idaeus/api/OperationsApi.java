/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/** What watches a sidecar asks these. */
@Controller
@Tag(name = "operations")
public interface OperationsApi {
    /** @return It does */
    @Get("/health/liveness")
    @Operation(operationId = "getLiveness", summary = "Whether the process answers; needs no certificate")
    Health liveness();

    @Get("/health/readiness")
    @Operation(
            operationId = "getReadiness",
            summary = "Whether Cassandra, the disks and the data plane are there; needs no certificate")
    @ApiResponse(
            responseCode = "200",
            description = "All are",
            content = @Content(schema = @Schema(implementation = Health.class)))
    @ApiResponse(
            responseCode = "503",
            description = "Some are not",
            content = @Content(schema = @Schema(implementation = Health.class)))
    HttpResponse<Health> readiness();

    /** @return The meters */
    @Get(value = "/metrics", produces = MediaType.TEXT_PLAIN)
    @Operation(operationId = "getMetrics", summary = "Meters in Prometheus' text format")
    HttpResponse<String> metrics();
}
