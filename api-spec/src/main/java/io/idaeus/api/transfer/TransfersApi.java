/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.transfer;

import io.idaeus.api.Problem;
import io.idaeus.api.contract.AnswersConflict;
import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.CallsPeers;
import io.idaeus.api.contract.ChangesState;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.Revised;
import io.idaeus.api.contract.TakesBody;
import io.idaeus.api.value.Bounded;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Header;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.sse.Event;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Transfers to this node. */
@Tag(name = "transfers")
@Controller
@AnswersProblems
public interface TransfersApi {
    @Post("/v1/transfers")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @AnswersNotFound
    @AnswersConflict
    @Operation(
            operationId = "createTransfer",
            summary = "Starts a transfer to this node, or plans it",
            description =
                    "The transfer is durable before the response 202, whose `Location` holds its address. With `dryRun` nothing moves, and the response 200 holds the plan.")
    @ApiResponse(
            responseCode = "202",
            description = "Accepted; the transfer is durable",
            content = @Content(schema = @Schema(implementation = Transfer.class)))
    @ApiResponse(
            responseCode = "200",
            description = "The plan of a `dryRun`",
            content = @Content(schema = @Schema(implementation = TransferPlan.class)))
    @ApiResponse(
            responseCode = "422",
            description =
                    "The request contradicts itself, the plan refuses the transfer, or the Idempotency-Key was used with another body",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
    @CallsPeers
    HttpResponse<?> create(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = TransferRequest.class),
                                            examples = @ExampleObject(value = """
            {
              "sources": [{"uri": "http://127.0.0.2:9043"}],
              "tables": [{"keyspace": "shop", "table": "users"}],
              "dryRun": true
            }""")))
                    TransferRequest request,
            @Nullable
                    @Header("Idempotency-Key")
                    @Parameter(
                            description =
                                    "Repeating a request with its key returns the same transfer and starts no second one")
                    @Bounded.IdempotencyKey
                    String idempotencyKey);

    /** @return The transfers */
    @Get("/v1/transfers")
    @Revised
    @Needs.Read
    @Operation(operationId = "listTransfers", summary = "Lists transfers, newest first")
    TransferList list(
            @Nullable @QueryValue TransferState state,
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    /** @return The transfer */
    @Get("/v1/transfers/{id}")
    @Revised
    @Needs.Read
    @Operation(operationId = "getTransfer", summary = "Returns a transfer")
    @AnswersNotFound
    Transfer get(@PathVariable String id);

    /** @return One page */
    @Get("/v1/transfers/{id}/sstables")
    @Needs.Read
    @Operation(operationId = "listTransferSstables", summary = "Lists the SSTables of a transfer with their states")
    @AnswersNotFound
    TransferSstablePage sstables(
            @PathVariable String id,
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    /** @return Its throughput */
    @Get("/v1/transfers/{id}/samples")
    @Needs.Read
    @Operation(operationId = "getTransferSamples", summary = "Returns the throughput of a transfer over its life")
    @AnswersNotFound
    TransferSamples samples(@PathVariable String id);

    @Get(value = "/v1/transfers/{id}/events", produces = MediaType.TEXT_EVENT_STREAM)
    @Needs.Read
    @Operation(operationId = "watchTransfer", summary = "Streams server-sent events until the transfer ends")
    @ApiResponse(
            responseCode = "200",
            description =
                    "Events named `state` and `progress`. The first is sent at once; the last holds a final state",
            content =
                    @Content(
                            mediaType = "text/event-stream",
                            schema = @Schema(implementation = TransferEvent.class),
                            examples = @ExampleObject(value = TransferExamples.EVENT)))
    @AnswersNotFound
    Publisher<Event<TransferEvent>> events(@PathVariable String id);

    @Post("/v1/transfers/{id}/cancel")
    @Needs.Operate
    @ChangesState
    @Operation(operationId = "cancelTransfer", summary = "Cancels a transfer; idempotent")
    @ApiResponse(
            responseCode = "202",
            description = "The transfer is being cancelled or has ended",
            content = @Content(schema = @Schema(implementation = Transfer.class)))
    @AnswersNotFound
    HttpResponse<Transfer> cancel(@PathVariable String id);

    /** @return The paused transfer */
    @Post("/v1/transfers/{id}/pause")
    @Needs.Operate
    @ChangesState
    @Operation(
            operationId = "pauseTransfer",
            summary = "Pauses a transfer until it is resumed; idempotent",
            description = "Fetching stops within about a second. Fetched files stay, leases are renewed, and a running"
                    + " import completes first. The transfer stays paused after a restart.")
    @AnswersNotFound
    @AnswersConflict
    Transfer pause(@PathVariable String id);

    /** @return The transfer */
    @Post("/v1/transfers/{id}/resume")
    @Needs.Operate
    @ChangesState
    @Operation(
            operationId = "resumeTransfer",
            summary = "Resumes a paused transfer; idempotent",
            description = "A transfer that paused itself checks at once whether it can continue.")
    @AnswersNotFound
    @AnswersConflict
    Transfer resume(@PathVariable String id);

    @Delete("/v1/transfers/{id}")
    @Needs.Operate
    @ChangesState
    @Operation(
            operationId = "deleteTransfer",
            summary = "Takes a transfer that has ended off the record",
            description = "Files that it left in staging are deleted, too. What was imported stays.")
    @ApiResponse(responseCode = "204", description = "The transfer is no longer on record")
    @AnswersNotFound
    @AnswersConflict
    HttpResponse<Void> delete(@PathVariable String id);

    /** @return The transfer */
    @Put("/v1/transfers/{id}/limit")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @Operation(
            operationId = "limitTransfer",
            summary = "Changes the rate limit of a transfer, at once and across restarts")
    @AnswersNotFound
    @AnswersConflict
    Transfer limit(
            @PathVariable String id,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = TransferLimit.class),
                                            examples = @ExampleObject(value = """
            {"maxRate": 52428800}""")))
                    TransferLimit limit);
}
