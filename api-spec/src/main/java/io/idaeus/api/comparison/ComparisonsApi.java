/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.comparison;

import io.idaeus.api.contract.AnswersConflict;
import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.AnswersUnprocessable;
import io.idaeus.api.contract.CallsPeers;
import io.idaeus.api.contract.ChangesState;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.contract.Revised;
import io.idaeus.api.contract.TakesBody;
import io.idaeus.api.value.Bounded;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** Comparisons of this cluster with another one, row by row. */
@Tag(name = "comparisons")
@Controller
@AnswersProblems
public interface ComparisonsApi {
    @Post("/v1/comparisons")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "createComparison",
            summary = "Compares tables with those of another cluster",
            description =
                    "Runs in the background, and goes on after a restart. The sidecars of both clusters read rows, each"
                            + " of its own side, and exchange digests of blocks of rows; keys are sent only of rows in"
                            + " blocks that differ. Needs `cassandra.rows.read` at the sidecars of both clusters.")
    @ApiResponse(
            responseCode = "202",
            description = "The comparison is on record",
            content = @Content(schema = @Schema(implementation = Comparison.class)))
    @AnswersNotFound
    @AnswersConflict
    @AnswersUnprocessable
    @NeedsCassandra
    @CallsPeers
    HttpResponse<Comparison> create(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ComparisonRequest.class),
                                            examples = @ExampleObject(value = """
            {"with": "https://10.1.0.4:9043", "tables": ["shop.*"]}""")))
                    ComparisonRequest request);

    /** @return The comparisons that this sidecar coordinates */
    @Get("/v1/comparisons")
    @Revised
    @Needs.Read
    @Operation(operationId = "listComparisons", summary = "Lists the comparisons of this sidecar, newest first")
    ComparisonList list(
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    /** @return The comparison */
    @Get("/v1/comparisons/{id}")
    @Revised
    @Needs.Read
    @Operation(operationId = "getComparison", summary = "Returns a comparison, how far it is, and what it has found")
    @AnswersNotFound
    Comparison get(@PathVariable String id);

    /** @return One page */
    @Get("/v1/comparisons/{id}/rows")
    @Needs.Operate
    @Operation(
            operationId = "listDifferingRows",
            summary = "Lists rows of a table that differ, with their keys",
            description = "The first 100 of each verdict are kept, and 2,000 of all tables.")
    @AnswersNotFound
    DifferingRowPage rows(
            @PathVariable String id,
            @QueryValue @Bounded.Name String keyspace,
            @QueryValue @Bounded.Name String table,
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    /** @return The comparison */
    @Post("/v1/comparisons/{id}/pause")
    @Needs.Operate
    @ChangesState
    @Operation(operationId = "pauseComparison", summary = "Pauses a comparison until it is resumed; idempotent")
    @AnswersNotFound
    @AnswersConflict
    Comparison pause(@PathVariable String id);

    /** @return The comparison */
    @Post("/v1/comparisons/{id}/resume")
    @Needs.Operate
    @ChangesState
    @Operation(operationId = "resumeComparison", summary = "Resumes a paused comparison; idempotent")
    @AnswersNotFound
    @AnswersConflict
    Comparison resume(@PathVariable String id);

    /** @return The comparison, which has ended */
    @Post("/v1/comparisons/{id}/cancel")
    @Needs.Operate
    @ChangesState
    @Operation(operationId = "cancelComparison", summary = "Ends a comparison; idempotent")
    @AnswersNotFound
    @AnswersConflict
    Comparison cancel(@PathVariable String id);

    @Delete("/v1/comparisons/{id}")
    @Needs.Operate
    @ChangesState
    @Operation(operationId = "deleteComparison", summary = "Takes a comparison off the record that has ended")
    @ApiResponse(responseCode = "204", description = "The comparison is no longer on record")
    @AnswersNotFound
    @AnswersConflict
    HttpResponse<Void> delete(@PathVariable String id);
}
