/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.api.operations;

import io.idaeus.api.contract.AnswersProblems;
import io.idaeus.api.contract.Needs;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;

/** Leftovers to remove, and the audit log. */
@Tag(name = "housekeeping")
@Controller
@AnswersProblems
public interface HousekeepingApi {
    /** @return What is due; works while Cassandra is down */
    @Get("/v1/housekeeping")
    @Needs.Read
    @Operation(
            operationId = "getHousekeeping",
            summary = "Returns tables whose cleanup is due, orphans in staging, and certificates in use")
    Housekeeping housekeeping();

    /** @return The newest records, oldest first; none where the audit trail is off */
    @Get("/v1/audit")
    @Needs.Operate
    @Operation(
            operationId = "listAuditRecords",
            summary = "Returns the newest 100 audit records since the sidecar started")
    AuditTail audit();
}
