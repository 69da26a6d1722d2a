/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Header;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.sse.Event;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Transfers to this node. */
@Tag(name = "transfers")
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
    HttpResponse<?> create(@Body TransferRequest request, @Nullable @Header("Idempotency-Key") String idempotencyKey);

    @Get("/v1/transfers")
    @Operation(operationId = "listTransfers", summary = "Transfers, newest first")
    TransferList list(@Nullable @QueryValue TransferState state, @Nullable @QueryValue Integer limit);

    @Get("/v1/transfers/{id}")
    @Operation(operationId = "getTransfer", summary = "One transfer")
    Transfer get(@PathVariable String id);

    @Get("/v1/transfers/{id}/sstables")
    @Operation(operationId = "listTransferSstables", summary = "What became of each SSTable of a transfer")
    TransferSstablePage sstables(
            @PathVariable String id, @Nullable @QueryValue Integer limit, @Nullable @QueryValue String after);

    @Get(value = "/v1/transfers/{id}/events", produces = MediaType.TEXT_EVENT_STREAM)
    @Operation(operationId = "watchTransfer", summary = "Server-sent events until the transfer ends")
    Publisher<Event<TransferEvent>> events(@PathVariable String id);

    @Post("/v1/transfers/{id}/cancel")
    @Operation(operationId = "cancelTransfer", summary = "Cancels a transfer; idempotent")
    @ApiResponse(responseCode = "202", description = "Cancelling, or already ended")
    HttpResponse<Transfer> cancel(@PathVariable String id);
}
