/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.contract.Permission;
import io.idaeus.api.imports.ImportRequest;
import io.idaeus.api.imports.ImportResult;
import io.idaeus.sidecar.transfer.StagedImports;

/** Imports of what an operator staged. */
public final class ImportOperations {
    private final StagedImports imports;
    private final LongCalls calls;

    ImportOperations(StagedImports imports, LongCalls calls) {
        this.imports = imports;
        this.calls = calls;
    }

    public ImportResult create(Call call, ImportRequest request) {
        call.require(Permission.OPERATE);
        call.names("keyspace", request.keyspace());
        call.names("table", request.table());
        call.require(Permission.OPERATE, request.keyspace());
        return calls.run(LongCalls.Kind.IMPORT, () -> imports.run(request, call.requestedBy()));
    }
}
