/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.limits;

import io.idaeus.api.contract.AnswersPreconditionFailed;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.AnswersUnprocessable;
import io.idaeus.api.contract.ChangesState;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.Revised;
import io.idaeus.api.contract.TakesBody;
import io.idaeus.api.value.Bounded;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Header;
import io.micronaut.http.annotation.Put;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Rate limits of the node. */
@Tag(name = "limits")
@Controller
@AnswersProblems
public interface LimitsApi {
    /** @return The limits of the node */
    @Get("/v1/limits")
    @Needs.Observe
    @Revised
    @Operation(operationId = "getLimits", summary = "Returns the rate limits, their current values and the reasons")
    Limits get();

    /** @return The new limits */
    @Put("/v1/limits")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "putLimits",
            summary = "Sets the rate limits of this node",
            description =
                    "Takes effect at once and survives a restart. Replaces all settings: a direction that is absent is"
                            + " unlimited. Rates are bytes per second, at least 65536.")
    @AnswersUnprocessable
    @AnswersPreconditionFailed
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
                    LimitSettings settings,
            @Nullable
                    @Header("If-Match")
                    @Parameter(
                            description =
                                    "The ETag of the limits that were read: with it, nothing changes if their settings are others now")
                    @Bounded.ETags
                    String ifMatch);

    /** @return The configured limits */
    @Delete("/v1/limits")
    @Needs.Operate
    @ChangesState
    @Operation(operationId = "resetLimits", summary = "Restores the configured rate limits; idempotent")
    @AnswersPreconditionFailed
    Limits reset(
            @Nullable
                    @Header("If-Match")
                    @Parameter(
                            description =
                                    "The ETag of the limits that were read: with it, nothing changes if their settings are others now")
                    @Bounded.ETags
                    String ifMatch);
}
