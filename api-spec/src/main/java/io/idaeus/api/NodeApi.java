/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.QueryValue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;

/** The node, its keyspaces and its ring. */
@Tag(name = "node")
@Controller
@AnswersProblems
public interface NodeApi {
    /** @return The node */
    @Get("/v1/node")
    @Operation(operationId = "getNode", summary = "The node and the sidecar beside it")
    @NeedsCassandra
    NodeInfo node();

    /** @return The keyspaces, Cassandra's own among them */
    @Get("/v1/keyspaces")
    @Operation(operationId = "listKeyspaces", summary = "Every keyspace with its tables")
    @NeedsCassandra
    KeyspaceList keyspaces();

    /** @return The table */
    @Get("/v1/keyspaces/{keyspace}/tables/{table}")
    @Operation(operationId = "getTable", summary = "A table's identity and schema")
    @AnswersNotFound
    @NeedsCassandra
    TableInfo table(@PathVariable String keyspace, @PathVariable String table);

    @Delete("/v1/keyspaces/{keyspace}/tables/{table}/cleanup-due")
    @Operation(
            operationId = "acknowledgeCleanup",
            summary = "Says that nodetool cleanup was run, and takes the mark off the table; idempotent")
    @ApiResponse(responseCode = "204", description = "The mark is off")
    HttpResponse<Void> acknowledgeCleanup(@PathVariable String keyspace, @PathVariable String table);

    /** @return The ranges, by left token */
    @Get("/v1/ring")
    @Operation(operationId = "getRing", summary = "Token ranges with their replicas")
    @AnswersNotFound
    @NeedsCassandra
    Ring ring(@QueryValue String keyspace);
}
