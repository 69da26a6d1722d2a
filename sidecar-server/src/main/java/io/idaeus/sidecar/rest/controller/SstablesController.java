/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.TableRef;
import io.idaeus.api.sstable.Overlap;
import io.idaeus.api.sstable.SstablePage;
import io.idaeus.api.sstable.SstablesApi;
import io.idaeus.sidecar.operation.Paging;
import io.idaeus.sidecar.operation.Ranges;
import io.idaeus.sidecar.operation.SstableOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SSTables by token range, live or in a snapshot. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class SstablesController implements SstablesApi {
    private final SstableOperations sstables;
    private final Calls calls;

    SstablesController(SstableOperations sstables, Calls calls) {
        this.sstables = sstables;
        this.calls = calls;
    }

    @Override
    public SstablePage sstables(
            String keyspace,
            String table,
            @Nullable List<String> range,
            @Nullable String snapshot,
            @Nullable List<Overlap> overlap,
            @Nullable Integer limit,
            @Nullable String after) {
        return sstables.sstables(
                calls.current(),
                new TableRef(keyspace, table),
                Ranges.of(range),
                snapshot,
                overlap,
                Paging.of(limit, after));
    }
}
