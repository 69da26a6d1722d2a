/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.node;

import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.ChangesState;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.keyspace.KeyspaceList;
import io.idaeus.api.keyspace.KeyspaceStatements;
import io.idaeus.api.keyspace.TableInfo;
import io.idaeus.api.value.Bounded;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.QueryValue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;

/** The node, its keyspaces and its ring. */
@Tag(name = "node")
@Controller
@AnswersProblems
public interface NodeApi {
    /** @return The node */
    @Get("/v1/node")
    @Needs.Observe
    @Operation(operationId = "getNode", summary = "Returns the node and its sidecar")
    @NeedsCassandra
    NodeInfo node();

    /** @return All keyspaces, including Cassandra's own */
    @Get("/v1/keyspaces")
    @Needs.Observe
    @Operation(operationId = "listKeyspaces", summary = "Lists all keyspaces with their tables")
    @NeedsCassandra
    KeyspaceList keyspaces(
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);

    /** @return The table */
    @Get("/v1/keyspaces/{keyspace}/tables/{table}")
    @Needs.Observe
    @Operation(operationId = "getTable", summary = "Returns a table's id and schema")
    @AnswersNotFound
    @NeedsCassandra
    TableInfo table(@PathVariable @Bounded.Name String keyspace, @PathVariable @Bounded.Name String table);

    /** @return The statements */
    @Get("/v1/keyspaces/{keyspace}/statements")
    @Needs.Observe
    @Operation(
            operationId = "getStatements",
            summary = "Returns the statements that make a keyspace's types, tables, indexes and views elsewhere")
    @AnswersNotFound
    @NeedsCassandra
    KeyspaceStatements statements(@PathVariable @Bounded.Name String keyspace);

    @Delete("/v1/keyspaces/{keyspace}/tables/{table}/cleanup-due")
    @Needs.Operate
    @ChangesState
    @AnswersNotFound
    @Operation(
            operationId = "acknowledgeCleanup",
            summary = "Confirms that nodetool cleanup was run on a table; idempotent")
    @ApiResponse(responseCode = "204", description = "The table is no longer marked")
    HttpResponse<Void> acknowledgeCleanup(
            @PathVariable @Bounded.Name String keyspace, @PathVariable @Bounded.Name String table);

    /** @return The ranges, by left token */
    @Get("/v1/ring")
    @Needs.Observe
    @Operation(operationId = "getRing", summary = "Returns the token ranges of a keyspace with their replicas")
    @AnswersNotFound
    @NeedsCassandra
    Ring ring(@QueryValue @Bounded.Name String keyspace);
}
