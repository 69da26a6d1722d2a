/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Put;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;

/** How fast bytes may go. */
@Tag(name = "limits")
@Controller
@AnswersProblems
public interface LimitsApi {
    /** @return The limits */
    @Get("/v1/limits")
    @Operation(operationId = "getLimits", summary = "What this node may send and receive, what holds now, and why")
    Limits get();

    /** @return The limits as they are from now on */
    @Put("/v1/limits")
    @Operation(
            operationId = "putLimits",
            summary = "Sets what this node may send and receive, at once and also after a restart",
            description =
                    "Replaces all of it: what is absent is unlimited. Rates are bytes a second, 65536 at the least.")
    Limits set(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = LimitSettings.class),
                                            examples = @ExampleObject(value = """
            {
              "sendRate": 209715200,
              "adaptive": {
                "receive": {"floor": 20971520, "ceiling": 419430400},
                "maxPendingCompactions": 100
              }
            }""")))
                    LimitSettings settings);

    /** @return The limits of the configuration */
    @Delete("/v1/limits")
    @Operation(operationId = "resetLimits", summary = "Goes back to what the configuration says; idempotent")
    Limits reset();
}
