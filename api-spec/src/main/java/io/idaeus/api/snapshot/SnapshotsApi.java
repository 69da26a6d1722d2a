/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.snapshot;

import io.idaeus.api.contract.AnswersConflict;
import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.AnswersUnprocessable;
import io.idaeus.api.contract.ChangesState;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.contract.Revised;
import io.idaeus.api.contract.TakesBody;
import io.idaeus.api.slice.SliceList;
import io.idaeus.api.slice.SliceRequest;
import io.idaeus.api.value.Bounded;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.annotation.QueryValue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.Explode;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Snapshots, their manifests and their leases. */
@Tag(name = "snapshots")
@Controller
@AnswersProblems
public interface SnapshotsApi {
    @Post("/v1/snapshots")
    @Needs.Lease
    @TakesBody
    @ChangesState
    @Operation(operationId = "createSnapshot", summary = "Takes a snapshot")
    @ApiResponse(
            responseCode = "201",
            description = "Taken; `Location` holds its address",
            content = @Content(schema = @Schema(implementation = SnapshotInfo.class)))
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    @AnswersUnprocessable
    HttpResponse<SnapshotInfo> create(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = SnapshotRequest.class),
                                            examples = @ExampleObject(value = """
            {
              "tag": "before-upgrade",
              "tables": [{"keyspace": "shop", "table": "users"}],
              "ttl": "6h"
            }""")))
                    SnapshotRequest request);

    /** @return The snapshots, by tag */
    @Get("/v1/snapshots")
    @Revised
    @Needs.Read
    @Operation(operationId = "listSnapshots", summary = "Lists all snapshots of the node, with their true sizes")
    @NeedsCassandra
    SnapshotList list(
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    /** @return The snapshot */
    @Get("/v1/snapshots/{tag}")
    @Revised
    @Needs.Observe
    @Operation(operationId = "getSnapshot", summary = "Returns a snapshot")
    @AnswersNotFound
    @NeedsCassandra
    SnapshotInfo get(@PathVariable @Bounded.Snapshot String tag);

    @Delete("/v1/snapshots/{tag}")
    @Needs.Operate
    @ChangesState
    @Operation(
            operationId = "deleteSnapshot",
            summary = "Clears a snapshot; one that is leased or not managed only with `force`")
    @ApiResponse(responseCode = "204", description = "Cleared")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    HttpResponse<Void> delete(@PathVariable @Bounded.Snapshot String tag, @Nullable @QueryValue Boolean force);

    @Get("/v1/snapshots/{tag}/manifest")
    @Needs.Observe
    @Operation(
            operationId = "getManifest",
            summary = "Returns the SSTables of a table in a snapshot, with the checksum of every component",
            description =
                    "The first request starts the computation of the checksums. Repeat it until the state is READY.")
    @ApiResponse(
            responseCode = "200",
            description = "The manifest is READY",
            content = @Content(schema = @Schema(implementation = Manifest.class)))
    @ApiResponse(
            responseCode = "202",
            description = "The manifest is BUILDING; `Retry-After` says when to ask again",
            content = @Content(schema = @Schema(implementation = Manifest.class)))
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    @AnswersUnprocessable
    HttpResponse<Manifest> manifest(
            @PathVariable @Bounded.Snapshot String tag,
            @QueryValue @Bounded.Name String keyspace,
            @QueryValue @Bounded.Name String table,
            @Nullable
                    @QueryValue
                    @Parameter(
                            description = "Token range `left:right`, meaning (left, right]; repeatable",
                            explode = Explode.TRUE)
                    @Bounded.QueriedRanges
                    List<String> range,
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Parameter(description = "`next` of the previous page") String after);

    /** @return What the slices are made from */
    @Post("/v1/snapshots/{tag}/slices")
    @Needs.Lease
    @TakesBody
    @Operation(
            operationId = "describeSlices",
            summary = "Returns where the partitions of token ranges are in SSTables of a snapshot",
            description =
                    "For a caller that cuts them to these ranges. The manifest must be READY, and the caller must have a lease.")
    @AnswersNotFound
    @AnswersUnprocessable
    SliceList slices(
            @PathVariable @Bounded.Snapshot String tag,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = SliceRequest.class),
                                            examples = @ExampleObject(value = """
            {
              "keyspace": "shop",
              "table": "users",
              "ranges": ["0:100", "5000:6000"],
              "sstables": ["nb-7-big"]
            }""")))
                    SliceRequest request);

    /** @return The lease */
    @Put("/v1/leases/{id}")
    @Needs.Lease
    @TakesBody
    @ChangesState
    @Operation(operationId = "putLease", summary = "Grants or renews a lease on a snapshot; idempotent")
    @AnswersNotFound
    @AnswersConflict
    @AnswersUnprocessable
    Lease lease(
            @PathVariable @Bounded.Id String id,
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = LeaseRequest.class),
                                            examples = @ExampleObject(value = """
            {"tag": "before-upgrade", "ttl": "6h"}""")))
                    LeaseRequest request);

    /** @return The leases */
    @Get("/v1/leases")
    @Revised
    @Needs.Read
    @Operation(operationId = "listLeases", summary = "Lists all leases")
    LeaseList leases(
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    @Delete("/v1/leases/{id}")
    @Needs.Lease
    @ChangesState
    @AnswersNotFound
    @Operation(operationId = "releaseLease", summary = "Releases a lease; idempotent")
    @ApiResponse(responseCode = "204", description = "Released")
    HttpResponse<Void> release(@PathVariable @Bounded.Id String id);
}
