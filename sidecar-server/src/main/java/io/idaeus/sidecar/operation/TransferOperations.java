/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.TableRef;
import io.idaeus.api.contract.Permission;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferLimit;
import io.idaeus.api.transfer.TransferList;
import io.idaeus.api.transfer.TransferPlan;
import io.idaeus.api.transfer.TransferRequest;
import io.idaeus.api.transfer.TransferSamples;
import io.idaeus.api.transfer.TransferSstable;
import io.idaeus.api.transfer.TransferSstablePage;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.problem.BoundedNumber;
import io.idaeus.sidecar.transfer.TransferService;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Transfers. Who may operate in their keyspaces may change them. */
public final class TransferOperations {
    private final TransferService transfers;
    private final LongCalls calls;
    private final StreamQuota streams;

    TransferOperations(TransferService transfers, LongCalls calls, StreamQuota streams) {
        this.transfers = transfers;
        this.calls = calls;
        this.streams = streams;
    }

    public Transfer create(Call call, TransferRequest request, @Nullable String idempotencyKey) {
        mayRequest(call, request);
        return transfers.create(request, idempotencyKey, call.requestedBy());
    }

    /** Plans the transfer without starting it. */
    public TransferPlan dryRun(Call call, TransferRequest request, @Nullable String idempotencyKey) {
        mayRequest(call, request);
        return calls.run(LongCalls.Kind.DRY_RUN, () -> transfers.plan(request, idempotencyKey, call.gone()));
    }

    public TransferList list(Call call, @Nullable TransferState state, Paging paging) {
        call.require(Permission.READ);
        // One more than the page shows whether another follows.
        List<Transfer> found = transfers.list(state, paging.after(), paging.limit() + 1);
        var page = paging.pageOfNewest(found, Transfer::id);
        List<String> unreadable = transfers.unreadable();
        boolean told = paging.isFirst() && !unreadable.isEmpty();
        return new TransferList(page.items(), told ? unreadable : null, page.next());
    }

    public Transfer get(Call call, String id) {
        call.require(Permission.READ);
        return transfers.get(id);
    }

    public TransferSstablePage sstables(Call call, String id, Paging paging) {
        call.require(Permission.READ);
        List<TransferSstable> all = transfers.sstables(id).stream()
                .sorted(Comparator.comparing(TransferOperations::key))
                .toList();
        var page = paging.page(all, TransferOperations::key);
        return new TransferSstablePage(page.items(), all.size(), page.next());
    }

    public TransferSamples samples(Call call, String id) {
        call.require(Permission.READ);
        return transfers.samples(id);
    }

    public Watch<TransferEvent> events(Call call, String id) {
        call.require(Permission.READ);
        transfers.get(id);
        return new Watch<>(streams.place(call), watcher -> transfers.watch(id, watcher));
    }

    public Transfer cancel(Call call, String id) {
        mayChange(call, id);
        return transfers.cancel(id);
    }

    public Transfer pause(Call call, String id) {
        mayChange(call, id);
        return transfers.pause(id);
    }

    public Transfer resume(Call call, String id) {
        mayChange(call, id);
        return transfers.resume(id);
    }

    public void delete(Call call, String id) {
        mayChange(call, id);
        transfers.delete(id);
    }

    public Transfer limit(Call call, String id, TransferLimit limit) {
        call.require(Permission.OPERATE);
        BoundedNumber.requireRate("maxRate", limit.maxRate());
        mayChange(call, id);
        return transfers.limit(id, limit.maxRate());
    }

    private void mayChange(Call call, String id) {
        call.require(Permission.OPERATE);
        mayMove(call, transfers.get(id).request());
    }

    private static void mayRequest(Call call, TransferRequest request) {
        call.require(Permission.OPERATE);
        call.names("dryRun", request.dryRun());
        mayMove(call, request);
    }

    private static void mayMove(Call call, TransferRequest request) {
        List<TableRef> tables = request.tables();
        call.namesTables(tables);
        if (tables != null) {
            tables.forEach(table -> call.require(Permission.OPERATE, table.keyspace()));
        }
    }

    private static String key(TransferSstable sstable) {
        return String.join("|", sstable.keyspace(), sstable.table(), sstable.sourceHostId(), sstable.name());
    }
}
