/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.ImportRequest;
import io.idaeus.api.ImportResult;
import io.idaeus.api.ImportsApi;
import io.idaeus.sidecar.importing.ImportService;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** Imports of staged SSTables. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class ImportsController implements ImportsApi {
    private final ImportService imports;

    ImportsController(ImportService imports) {
        this.imports = imports;
    }

    @Override
    public ImportResult create(ImportRequest request) {
        return imports.importDirectories(request);
    }
}
