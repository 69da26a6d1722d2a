/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferLimit;
import io.idaeus.api.transfer.TransferList;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSamples;
import io.idaeus.api.transfer.TransferSstablePage;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.api.transfer.TransfersApi;
import io.idaeus.sidecar.operation.Call;
import io.idaeus.sidecar.operation.Paging;
import io.idaeus.sidecar.operation.TransferOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.idaeus.sidecar.rest.call.ControlThreads;
import io.idaeus.sidecar.rest.event.EventStream;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.sse.Event;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Transfers to this node. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class TransfersController implements TransfersApi {
    private final TransferOperations transfers;
    private final Calls calls;

    TransfersController(TransferOperations transfers, Calls calls) {
        this.transfers = transfers;
        this.calls = calls;
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<?> create(TransferRequest request, @Nullable String idempotencyKey) {
        Call call = calls.current();
        if (Boolean.TRUE.equals(request.dryRun())) {
            return HttpResponse.ok(transfers.dryRun(call, request, idempotencyKey));
        }
        Transfer accepted = transfers.create(call, request, idempotencyKey);
        return HttpResponse.accepted(URI.create("/v1/transfers/" + accepted.id()))
                .body(accepted);
    }

    @Override
    public TransferList list(@Nullable TransferState state, @Nullable Integer limit, @Nullable String after) {
        return transfers.list(calls.current(), state, Paging.of(limit, after));
    }

    @Override
    public Transfer get(String id) {
        return transfers.get(calls.current(), id);
    }

    @Override
    public TransferSstablePage sstables(String id, @Nullable Integer limit, @Nullable String after) {
        return transfers.sstables(calls.current(), id, Paging.of(limit, after));
    }

    @Override
    public TransferSamples samples(String id) {
        return transfers.samples(calls.current(), id);
    }

    @Override
    public Publisher<Event<TransferEvent>> events(String id) {
        return EventStream.ofTransfer(transfers.events(calls.current(), id));
    }

    @Override
    public HttpResponse<Transfer> cancel(String id) {
        return HttpResponse.<Transfer>accepted().body(transfers.cancel(calls.current(), id));
    }

    @Override
    public Transfer pause(String id) {
        return transfers.pause(calls.current(), id);
    }

    @Override
    public Transfer resume(String id) {
        return transfers.resume(calls.current(), id);
    }

    @Override
    public HttpResponse<Void> delete(String id) {
        transfers.delete(calls.current(), id);
        return HttpResponse.noContent();
    }

    @Override
    public Transfer limit(String id, TransferLimit limit) {
        return transfers.limit(calls.current(), id, limit);
    }
}
