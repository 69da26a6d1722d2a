/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api;

import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

/** Imports of staged SSTables. */
@Tag(name = "imports")
@Controller
@AnswersProblems
public interface ImportsApi {
    @Post("/v1/imports")
    @Operation(operationId = "importSstables", summary = "Imports staged directories into a table")
    @AnswersNotFound
    @NeedsCassandra
    ImportResult create(@Body ImportRequest request);
}
