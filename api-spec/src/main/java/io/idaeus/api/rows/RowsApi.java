/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.rows;

import io.idaeus.api.contract.AnswersConflict;
import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.AnswersUnprocessable;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.contract.TakesBody;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;

/** Calls of the coordinator of a comparison to both clusters. Answers have the keys of rows and digests of their values. */
@Tag(name = "rows")
@Controller
@AnswersProblems
public interface RowsApi {
    /** @return Digests of the first blocks */
    @Post("/v1/rows/digests")
    @Needs.Compare
    @TakesBody
    @Operation(
            operationId = "digestRows",
            summary = "Returns digests of blocks of rows",
            description =
                    "Reads for some seconds at most; `next` says where to go on, also in the middle of a partition, and"
                            + " at any sidecar of the cluster. Refused unless `cassandra.rows.read` is true.")
    @AnswersNotFound
    @AnswersConflict
    @AnswersUnprocessable
    @NeedsCassandra
    RowDigestPage digests(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON,
                                            schema = @Schema(implementation = RowDigestRequest.class),
                                            examples = @ExampleObject(value = """
            {
              "keyspace": "shop",
              "table": "users",
              "columns": [{"name": "name", "times": true}],
              "range": "-4611686018427387904:4611686018427387904",
              "now": 1767322983,
              "level": "LOCAL_ONE",
              "rowsPerBlock": 1000
            }""")))
                    RowDigestRequest request);

    /** @return The first of these rows */
    @Post("/v1/rows/keys")
    @Needs.Compare
    @TakesBody
    @Operation(
            operationId = "listRowKeys",
            summary = "Returns keys and digests of rows",
            description = "Reads for some seconds at most; `next` says where to go on.")
    @AnswersNotFound
    @AnswersConflict
    @AnswersUnprocessable
    @NeedsCassandra
    RowKeyPage keys(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON,
                                            schema = @Schema(implementation = RowKeyRequest.class),
                                            examples = @ExampleObject(value = """
            {
              "keyspace": "shop",
              "table": "users",
              "columns": [{"name": "name", "times": true}],
              "range": "-4000:-3000",
              "now": 1767322983,
              "level": "LOCAL_ONE"
            }""")))
                    RowKeyRequest request);

    /** @return These rows, without their values */
    @Post("/v1/rows/cells")
    @Needs.Compare
    @TakesBody
    @Operation(operationId = "getRowCells", summary = "Returns digests, write times and times of expiry of single rows")
    @AnswersNotFound
    @AnswersConflict
    @AnswersUnprocessable
    @NeedsCassandra
    RowCellsList cells(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = MediaType.APPLICATION_JSON,
                                            schema = @Schema(implementation = RowCellsRequest.class),
                                            examples = @ExampleObject(value = """
            {
              "keyspace": "shop",
              "table": "users",
              "columns": [{"name": "name", "times": true}],
              "keys": [{"token": "-3485513579396041028", "partition": ["AAAABw=="], "clustering": []}],
              "now": 1767322983,
              "level": "LOCAL_QUORUM"
            }""")))
                    RowCellsRequest request);
}
