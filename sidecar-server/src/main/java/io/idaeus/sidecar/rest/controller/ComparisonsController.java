/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.comparison.Comparison;
import io.idaeus.api.comparison.ComparisonList;
import io.idaeus.api.comparison.ComparisonRequest;
import io.idaeus.api.comparison.ComparisonsApi;
import io.idaeus.api.comparison.DifferingRowPage;
import io.idaeus.sidecar.operation.ComparisonOperations;
import io.idaeus.sidecar.operation.Paging;
import io.idaeus.sidecar.rest.call.Calls;
import io.idaeus.sidecar.rest.call.ControlThreads;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Comparisons of this sidecar. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class ComparisonsController implements ComparisonsApi {
    private final ComparisonOperations comparisons;
    private final Calls calls;

    ComparisonsController(ComparisonOperations comparisons, Calls calls) {
        this.comparisons = comparisons;
        this.calls = calls;
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Comparison> create(ComparisonRequest request) {
        Comparison comparison = comparisons.create(calls.current(), request);
        return HttpResponse.<Comparison>accepted(URI.create("/v1/comparisons/" + comparison.id()))
                .body(comparison);
    }

    @Override
    public ComparisonList list(@Nullable Integer limit, @Nullable String after) {
        return comparisons.list(calls.current(), Paging.of(limit, after));
    }

    @Override
    public Comparison get(String id) {
        return comparisons.get(calls.current(), id);
    }

    @Override
    public DifferingRowPage rows(
            String id, String keyspace, String table, @Nullable Integer limit, @Nullable String after) {
        return comparisons.rows(calls.current(), id, keyspace, table, Paging.of(limit, after));
    }

    @Override
    public Comparison pause(String id) {
        return comparisons.pause(calls.current(), id);
    }

    @Override
    public Comparison resume(String id) {
        return comparisons.resume(calls.current(), id);
    }

    @Override
    public Comparison cancel(String id) {
        return comparisons.cancel(calls.current(), id);
    }

    @Override
    public HttpResponse<Void> delete(String id) {
        comparisons.delete(calls.current(), id);
        return HttpResponse.noContent();
    }
}
