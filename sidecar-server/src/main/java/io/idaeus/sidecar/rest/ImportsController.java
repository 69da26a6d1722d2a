/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.ImportRequest;
import io.idaeus.api.ImportResult;
import io.idaeus.api.ImportsApi;
import io.idaeus.api.Permission;
import io.idaeus.sidecar.transfer.TransferService;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** Imports of staged SSTables. */
@Controller
@ExecuteOn(ControlThreads.LONG_CALLS)
final class ImportsController implements ImportsApi {
    private final TransferService transfers;
    private final Callers callers;
    private final AuditTargets targets;
    private final LongCalls calls;

    ImportsController(TransferService transfers, Callers callers, AuditTargets targets, LongCalls calls) {
        this.targets = targets;
        this.transfers = transfers;
        this.callers = callers;
        this.calls = calls;
    }

    @Override
    public ImportResult create(ImportRequest request) {
        targets.add("keyspace", request.keyspace());
        targets.add("table", request.table());
        callers.current().require(Permission.OPERATE, request.keyspace());
        String by = callers.requestedBy();
        return calls.run(LongCalls.Kind.IMPORT, () -> transfers.stagedImports().run(request, by));
    }
}
