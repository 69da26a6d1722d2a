/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Permission;
import io.idaeus.api.TableRef;
import io.idaeus.api.Transfer;
import io.idaeus.api.TransferEvent;
import io.idaeus.api.TransferLimit;
import io.idaeus.api.TransferList;
import io.idaeus.api.TransferRequest;
import io.idaeus.api.TransferSamples;
import io.idaeus.api.TransferSstable;
import io.idaeus.api.TransferSstablePage;
import io.idaeus.api.TransferState;
import io.idaeus.api.TransfersApi;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.transfer.TransferService;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.sse.Event;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Transfers to this node. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class TransfersController implements TransfersApi {
    private final TransferService transfers;
    private final Callers callers;
    private final AuditTargets targets;
    private final LongCalls calls;
    private final EventStreams streams;

    TransfersController(
            TransferService transfers, Callers callers, AuditTargets targets, LongCalls calls, EventStreams streams) {
        this.targets = targets;
        this.transfers = transfers;
        this.callers = callers;
        this.calls = calls;
        this.streams = streams;
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<?> create(TransferRequest request, @Nullable String idempotencyKey) {
        targets.add("dryRun", request.dryRun());
        mayMove(request);
        if (Boolean.TRUE.equals(request.dryRun())) {
            return calls.run(LongCalls.Kind.DRY_RUN, () -> HttpResponse.ok(transfers.plan(request, idempotencyKey)));
        }
        Transfer accepted = transfers.create(request, idempotencyKey, callers.requestedBy());
        return HttpResponse.accepted(URI.create("/v1/transfers/" + accepted.id()))
                .body(accepted);
    }

    @Override
    public TransferList list(@Nullable TransferState state, @Nullable Integer limit, @Nullable String after) {
        Paging paging = Paging.of(limit, after);
        // One more than the page shows whether another follows.
        List<Transfer> found = transfers.list(state, paging.after(), paging.limit() + 1);
        var page = paging.pageOfNewest(found, Transfer::id);
        List<String> unreadable = transfers.unreadable();
        boolean told = after == null && !unreadable.isEmpty();
        return new TransferList(page.items(), told ? unreadable : null, page.next());
    }

    @Override
    public Transfer get(String id) {
        return transfers.get(id);
    }

    @Override
    public TransferSstablePage sstables(String id, @Nullable Integer limit, @Nullable String after) {
        Paging paging = Paging.of(limit, after);
        List<TransferSstable> all = transfers.sstables(id).stream()
                .sorted(Comparator.comparing(TransfersController::key))
                .toList();
        var page = paging.page(all, TransfersController::key);
        return new TransferSstablePage(page.items(), all.size(), page.next());
    }

    @Override
    public TransferSamples samples(String id) {
        return transfers.samples(id);
    }

    @Override
    public Publisher<Event<TransferEvent>> events(String id) {
        transfers.get(id);
        return streams.counted(callers.currentKey(), EventStream.ofTransfer(watcher -> transfers.watch(id, watcher)));
    }

    @Override
    public HttpResponse<Transfer> cancel(String id) {
        return HttpResponse.<Transfer>accepted().body(transfers.cancel(mine(id)));
    }

    @Override
    public Transfer pause(String id) {
        return transfers.pause(mine(id));
    }

    @Override
    public Transfer resume(String id) {
        return transfers.resume(mine(id));
    }

    @Override
    public HttpResponse<Void> delete(String id) {
        transfers.delete(mine(id));
        return HttpResponse.noContent();
    }

    @Override
    public Transfer limit(String id, TransferLimit limit) {
        BoundedNumber.requireRate("maxRate", limit.maxRate());
        return transfers.limit(mine(id), limit.maxRate());
    }

    // A transfer of keyspaces in which the caller may change something.
    private String mine(String id) {
        mayMove(transfers.get(id).request());
        return id;
    }

    private void mayMove(TransferRequest request) {
        Caller caller = callers.current();
        List<TableRef> tables = request.tables();
        targets.addTables(tables);
        if (tables != null) {
            tables.forEach(table -> caller.require(Permission.OPERATE, table.keyspace()));
        }
    }

    private static String key(TransferSstable sstable) {
        return String.join("|", sstable.keyspace(), sstable.table(), sstable.sourceHostId(), sstable.name());
    }
}
