/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.imports;

import io.idaeus.api.contract.AnswersConflict;
import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.AnswersUnprocessable;
import io.idaeus.api.contract.ChangesState;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.contract.TakesBody;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;

/** Imports of staged SSTables. */
@Tag(name = "imports")
@Controller
@AnswersProblems
public interface ImportsApi {
    /**
     * Makes the checks of a plan first. Refuses a directory of a transfer that has not ended, and an import into a table
     * that is being imported.
     *
     * @return The result of each directory, even where Cassandra imported none
     */
    @Post("/v1/imports")
    @Needs.Operate
    @TakesBody
    @ChangesState
    @Operation(operationId = "importSstables", summary = "Imports staged directories into a table")
    @AnswersNotFound
    @AnswersConflict
    @NeedsCassandra
    @AnswersUnprocessable
    ImportResult create(
            @Body
                    @RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = "application/json",
                                            schema = @Schema(implementation = ImportRequest.class),
                                            examples = @ExampleObject(value = """
            {
              "keyspace": "shop",
              "table": "users",
              "directories": ["/var/lib/cassandra/staging/mine/shop/users-0123456789abcdef0123456789abcdef"],
              "options": {"copyData": true}
            }""")))
                    ImportRequest request);
}
