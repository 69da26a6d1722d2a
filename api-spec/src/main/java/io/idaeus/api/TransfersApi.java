/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
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
    @Operation(
            operationId = "createTransfer",
            summary = "Starts a transfer to this node, or plans one",
            description = "202 and Location: accepted, and on disk. With dryRun 200 and the plan.")
    @ApiResponse(
            responseCode = "202",
            description = "Accepted, and on disk",
            content = @Content(schema = @Schema(implementation = Transfer.class)))
    @ApiResponse(
            responseCode = "200",
            description = "The plan, for dryRun",
            content = @Content(schema = @Schema(implementation = TransferPlan.class)))
    @ApiResponse(
            responseCode = "422",
            description = "The plan refuses, or the Idempotency-Key was used with another body",
            content =
                    @Content(mediaType = "application/problem+json", schema = @Schema(implementation = Problem.class)))
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
                                    "1 to 255 printable ASCII characters without spaces: the same key with the same body answers with the same transfer")
                    String idempotencyKey);

    /** @return The transfers */
    @Get("/v1/transfers")
    @Operation(operationId = "listTransfers", summary = "Transfers, newest first")
    TransferList list(
            @Nullable @QueryValue TransferState state,
            @Nullable @QueryValue @Parameter(description = "1 to 10000; 1000 where absent") Integer limit);

    /** @return The transfer */
    @Get("/v1/transfers/{id}")
    @Operation(operationId = "getTransfer", summary = "One transfer")
    @AnswersNotFound
    Transfer get(@PathVariable String id);

    /** @return A page of them */
    @Get("/v1/transfers/{id}/sstables")
    @Operation(operationId = "listTransferSstables", summary = "What became of each SSTable of a transfer")
    @AnswersNotFound
    TransferSstablePage sstables(
            @PathVariable String id,
            @Nullable @QueryValue @Parameter(description = "1 to 10000; 1000 where absent") Integer limit,
            @Nullable @QueryValue @Parameter(description = "The previous page's `next`") String after);

    @Get(value = "/v1/transfers/{id}/events", produces = MediaType.TEXT_EVENT_STREAM)
    @Operation(operationId = "watchTransfer", summary = "Server-sent events until the transfer ends")
    @ApiResponse(
            responseCode = "200",
            description = "Events named `state` and `progress`; the first comes at once, the last holds a final state",
            content = @Content(mediaType = "text/event-stream", schema = @Schema(implementation = TransferEvent.class)))
    @AnswersNotFound
    Publisher<Event<TransferEvent>> events(@PathVariable String id);

    @Post("/v1/transfers/{id}/cancel")
    @Operation(operationId = "cancelTransfer", summary = "Cancels a transfer; idempotent")
    @ApiResponse(
            responseCode = "202",
            description = "Cancelling, or already ended",
            content = @Content(schema = @Schema(implementation = Transfer.class)))
    @AnswersNotFound
    HttpResponse<Transfer> cancel(@PathVariable String id);

    /** @return The transfer, PAUSED */
    @Post("/v1/transfers/{id}/pause")
    @Operation(
            operationId = "pauseTransfer",
            summary = "Pauses a transfer, also over a restart, until it is resumed; idempotent",
            description =
                    "Within about a second nothing more is fetched; what was fetched stays, and leases are renewed."
                            + " An import that is under way ends first. 409 where the transfer has ended or is being cancelled.")
    @AnswersNotFound
    @AnswersConflict
    Transfer pause(@PathVariable String id);

    /** @return The transfer */
    @Post("/v1/transfers/{id}/resume")
    @Operation(
            operationId = "resumeTransfer",
            summary = "Lets a paused transfer go on where it stopped; idempotent",
            description = "One that paused itself looks again at once at what it waits for. 409 where the transfer has"
                    + " ended or is being cancelled.")
    @AnswersNotFound
    @AnswersConflict
    Transfer resume(@PathVariable String id);

    /** @return The transfer */
    @Put("/v1/transfers/{id}/limit")
    @Operation(
            operationId = "limitTransfer",
            summary = "Changes what a transfer may receive, at once and also after a restart")
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
