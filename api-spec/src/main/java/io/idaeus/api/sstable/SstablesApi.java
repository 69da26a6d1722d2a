/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.sstable;

import io.idaeus.api.contract.AnswersNotFound;
import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.Needs;
import io.idaeus.api.contract.NeedsCassandra;
import io.idaeus.api.value.Bounded;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.QueryValue;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.Explode;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SSTables by token range. */
@Tag(name = "sstables")
@Controller
@AnswersProblems
public interface SstablesApi {
    /** @return One page */
    @Get("/v1/sstables")
    @Needs.Observe
    @Operation(
            operationId = "listSstables",
            summary = "Lists the SSTables of a table, live or in a snapshot",
            description =
                    "With `range`, lists only SSTables that overlap the ranges; `overlap` narrows the list further."
                            + " Unreadable SSTables are always listed, with their problem.")
    @AnswersNotFound
    @NeedsCassandra
    SstablePage sstables(
            @QueryValue @Bounded.Name String keyspace,
            @QueryValue @Bounded.Name String table,
            @Nullable
                    @QueryValue
                    @Parameter(
                            description = "Token range `left:right`, meaning (left, right]; repeatable",
                            explode = Explode.TRUE)
                    @Bounded.QueriedRanges
                    List<String> range,
            @Nullable
                    @QueryValue
                    @Bounded.Snapshot
                    @Parameter(description = "Tag of a snapshot; the live SSTables where absent")
                    String snapshot,
            @Nullable
                    @QueryValue
                    @Parameter(description = "CONTAINED, PARTIAL or NONE; repeatable", explode = Explode.TRUE)
                    List<Overlap> overlap,
            @Nullable @QueryValue @Bounded.Page @Parameter(description = "Page size") Integer limit,
            @Nullable @QueryValue @Bounded.Cursor @Parameter(description = "`next` of the previous page") String after);
}
