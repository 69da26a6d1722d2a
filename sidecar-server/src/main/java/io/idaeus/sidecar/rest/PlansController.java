/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.Permission;
import io.idaeus.api.Plan;
import io.idaeus.api.PlanAcceptance;
import io.idaeus.api.PlanApproval;
import io.idaeus.api.PlanEvent;
import io.idaeus.api.PlanList;
import io.idaeus.api.PlanRange;
import io.idaeus.api.PlanRangePage;
import io.idaeus.api.PlanRequest;
import io.idaeus.api.PlansApi;
import io.idaeus.sidecar.plan.PlanService;
import io.idaeus.sidecar.problem.BoundedText;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.sse.Event;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Plans of this sidecar. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class PlansController implements PlansApi {
    private final PlanService plans;
    private final Callers callers;
    private final AuditTargets targets;
    private final LongCalls calls;
    private final EventStreams streams;

    PlansController(PlanService plans, Callers callers, AuditTargets targets, LongCalls calls, EventStreams streams) {
        this.targets = targets;
        this.plans = plans;
        this.callers = callers;
        this.calls = calls;
        this.streams = streams;
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Plan> create(PlanRequest request) {
        targets.add("kind", request.kind());
        targets.add("dead", request.dead());
        targets.add("destinations", request.destinations());
        everywhere();
        String by = callers.requestedBy();
        BooleanSupplier unwanted = callers.gone();
        Plan plan = calls.run(LongCalls.Kind.PLAN, () -> plans.create(request, by, unwanted));
        URI location = URI.create("/v1/plans/" + plan.id());
        return plan.approvedAt() == null ? HttpResponse.<Plan>created(location).body(plan) : HttpResponse.ok(plan);
    }

    @Override
    public PlanList list(@Nullable Integer limit, @Nullable String after) {
        var page = Paging.of(limit, after).pageOfNewest(plans.list(), Plan::id);
        List<String> unreadable = plans.unreadable();
        boolean told = after == null && !unreadable.isEmpty();
        return new PlanList(page.items(), told ? unreadable : null, page.next());
    }

    @Override
    public Plan get(String id) {
        return plans.get(id);
    }

    @Override
    public PlanRangePage ranges(String id, @Nullable Integer limit, @Nullable String after) {
        Paging paging = Paging.of(limit, after);
        List<PlanRange> all = plans.ranges(id).stream()
                .sorted(Comparator.comparing(PlansController::key))
                .toList();
        var page = paging.page(all, PlansController::key);
        return new PlanRangePage(page.items(), all.size(), page.next());
    }

    @Override
    public Publisher<Event<PlanEvent>> events(String id) {
        plans.get(id);
        return streams.counted(
                callers.currentKey(),
                EventStream.of(watcher -> plans.watch(id, watcher), event -> "plan", event -> event.state()
                        .isFinal()));
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan approve(String id, PlanApproval approval) {
        targets.add("digest", approval.digest());
        everywhere();
        BoundedText.DIGEST.require("digest", approval.digest());
        String by = callers.requestedBy();
        return calls.run(LongCalls.Kind.PLAN, () -> plans.approve(id, approval.digest(), by));
    }

    @Override
    public Plan accept(String id, PlanAcceptance acceptance) {
        targets.add("digest", acceptance.digest());
        targets.add("code", acceptance.code());
        everywhere();
        BoundedText.DIGEST.require("digest", acceptance.digest());
        return plans.accept(id, acceptance, callers.requestedBy());
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan pause(String id) {
        everywhere();
        return calls.run(LongCalls.Kind.PLAN, () -> plans.pause(id));
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan resume(String id) {
        everywhere();
        return calls.run(LongCalls.Kind.PLAN, () -> plans.resume(id));
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan cancel(String id) {
        everywhere();
        return calls.run(LongCalls.Kind.PLAN, () -> plans.cancel(id));
    }

    @Override
    public HttpResponse<Void> delete(String id) {
        everywhere();
        plans.delete(id);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan adopt(String id, String from) {
        everywhere();
        return calls.run(LongCalls.Kind.PLAN, () -> plans.adopt(id, from));
    }

    // A plan replaces whole nodes.
    private void everywhere() {
        callers.current().requireEverywhere(Permission.OPERATE);
    }

    private static String key(PlanRange range) {
        return String.join("|", range.destination(), range.keyspace(), range.range());
    }
}
