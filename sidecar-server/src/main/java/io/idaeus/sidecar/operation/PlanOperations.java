/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.contract.Permission;
import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.plan.PlanApproval;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanList;
import io.idaeus.api.plan.PlanRange;
import io.idaeus.api.plan.PlanRangePage;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.sidecar.plan.PlanService;
import io.idaeus.sidecar.problem.BoundedText;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Plans. They replace whole nodes: who changes one operates every keyspace. */
public final class PlanOperations {
    private final PlanService plans;
    private final LongCalls calls;
    private final StreamQuota streams;

    PlanOperations(PlanService plans, LongCalls calls, StreamQuota streams) {
        this.plans = plans;
        this.calls = calls;
        this.streams = streams;
    }

    public Plan create(Call call, PlanRequest request) {
        call.requireEverywhere(Permission.OPERATE);
        call.names("kind", request.kind());
        call.names("dead", request.dead());
        call.names("destinations", request.destinations());
        return slow(() -> plans.create(request, call.requestedBy(), call.gone()));
    }

    public PlanList list(Call call, Paging paging) {
        call.require(Permission.READ);
        var page = paging.pageOfNewest(plans.list(), Plan::id);
        List<String> unreadable = plans.unreadable();
        boolean told = paging.isFirst() && !unreadable.isEmpty();
        return new PlanList(page.items(), told ? unreadable : null, page.next());
    }

    public Plan get(Call call, String id) {
        call.require(Permission.READ);
        return plans.get(id);
    }

    public PlanRangePage ranges(Call call, String id, Paging paging) {
        call.require(Permission.READ);
        List<PlanRange> all = plans.ranges(id).stream()
                .sorted(Comparator.comparing(PlanOperations::key))
                .toList();
        var page = paging.page(all, PlanOperations::key);
        return new PlanRangePage(page.items(), all.size(), page.next());
    }

    public Watch<PlanEvent> events(Call call, String id) {
        call.require(Permission.READ);
        plans.get(id);
        return new Watch<>(streams.place(call), watcher -> plans.watch(id, watcher));
    }

    public Plan approve(Call call, String id, PlanApproval approval) {
        call.requireEverywhere(Permission.OPERATE);
        call.names("digest", approval.digest());
        BoundedText.DIGEST.require("digest", approval.digest());
        return slow(() -> plans.approve(id, approval.digest(), call.requestedBy(), call.gone()));
    }

    public Plan accept(Call call, String id, PlanAcceptance acceptance) {
        call.requireEverywhere(Permission.OPERATE);
        call.names("digest", acceptance.digest());
        call.names("code", acceptance.code());
        BoundedText.DIGEST.require("digest", acceptance.digest());
        return plans.accept(id, acceptance, call.requestedBy());
    }

    public Plan pause(Call call, String id) {
        call.requireEverywhere(Permission.OPERATE);
        return slow(() -> plans.pause(id));
    }

    public Plan resume(Call call, String id) {
        call.requireEverywhere(Permission.OPERATE);
        return slow(() -> plans.resume(id));
    }

    public Plan cancel(Call call, String id) {
        call.requireEverywhere(Permission.OPERATE);
        return slow(() -> plans.cancel(id));
    }

    public void delete(Call call, String id) {
        call.requireEverywhere(Permission.OPERATE);
        plans.delete(id);
    }

    public Plan adopt(Call call, String id, String from) {
        call.requireEverywhere(Permission.OPERATE);
        return slow(() -> plans.adopt(id, from));
    }

    private Plan slow(Supplier<Plan> work) {
        return calls.run(LongCalls.Kind.PLAN, work);
    }

    private static String key(PlanRange range) {
        return String.join("|", range.destination(), range.keyspace(), range.range());
    }
}
