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
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** Imports of staged SSTables. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class ImportsController implements ImportsApi {
    private final TransferService transfers;
    private final Callers callers;
    private final AuditTargets targets;

    ImportsController(TransferService transfers, Callers callers, AuditTargets targets) {
        this.targets = targets;
        this.transfers = transfers;
        this.callers = callers;
    }

    @Override
    public ImportResult create(ImportRequest request) {
        targets.add("keyspace", request.keyspace());
        targets.add("table", request.table());
        callers.current().require(Permission.OPERATE, request.keyspace());
        return transfers.stagedImports().run(request, callers.requestedBy());
    }
}
