/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.rows.RowCellsList;
import io.idaeus.api.rows.RowCellsRequest;
import io.idaeus.api.rows.RowDigestPage;
import io.idaeus.api.rows.RowDigestRequest;
import io.idaeus.api.rows.RowKeyPage;
import io.idaeus.api.rows.RowKeyRequest;
import io.idaeus.api.rows.RowsApi;
import io.idaeus.sidecar.operation.RowOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.idaeus.sidecar.rest.call.ControlThreads;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** Rows, for comparisons. */
@Controller
@ExecuteOn(ControlThreads.LONG_CALLS)
final class RowsController implements RowsApi {
    private final RowOperations rows;
    private final Calls calls;

    RowsController(RowOperations rows, Calls calls) {
        this.rows = rows;
        this.calls = calls;
    }

    @Override
    public RowDigestPage digests(RowDigestRequest request) {
        return rows.digests(calls.current(), request);
    }

    @Override
    public RowKeyPage keys(RowKeyRequest request) {
        return rows.keys(calls.current(), request);
    }

    @Override
    public RowCellsList cells(RowCellsRequest request) {
        return rows.cells(calls.current(), request);
    }
}
