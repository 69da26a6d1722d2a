/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.api.imports.ImportsApi;
import io.idaeus.sidecar.operation.ImportOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.idaeus.sidecar.rest.call.ControlThreads;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** Imports of staged SSTables. */
@Controller
@ExecuteOn(ControlThreads.LONG_CALLS)
final class ImportsController implements ImportsApi {
    private final ImportOperations imports;
    private final Calls calls;

    ImportsController(ImportOperations imports, Calls calls) {
        this.imports = imports;
        this.calls = calls;
    }

    @Override
    public ImportResult create(ImportRequest request) {
        return imports.create(calls.current(), request);
    }
}
