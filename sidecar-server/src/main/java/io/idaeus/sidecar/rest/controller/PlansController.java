/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.plan.PlanApproval;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanList;
import io.idaeus.api.plan.PlanRangePage;
import io.idaeus.api.plan.PlanRequest;
import io.idaeus.api.plan.PlansApi;
import io.idaeus.sidecar.operation.Paging;
import io.idaeus.sidecar.operation.PlanOperations;
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

/** Plans of this sidecar. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class PlansController implements PlansApi {
    private final PlanOperations plans;
    private final Calls calls;

    PlansController(PlanOperations plans, Calls calls) {
        this.plans = plans;
        this.calls = calls;
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public HttpResponse<Plan> create(PlanRequest request) {
        Plan plan = plans.create(calls.current(), request);
        URI location = URI.create("/v1/plans/" + plan.id());
        return plan.approvedAt() == null ? HttpResponse.<Plan>created(location).body(plan) : HttpResponse.ok(plan);
    }

    @Override
    public PlanList list(@Nullable Integer limit, @Nullable String after) {
        return plans.list(calls.current(), Paging.of(limit, after));
    }

    @Override
    public Plan get(String id) {
        return plans.get(calls.current(), id);
    }

    @Override
    public PlanRangePage ranges(String id, @Nullable Integer limit, @Nullable String after) {
        return plans.ranges(calls.current(), id, Paging.of(limit, after));
    }

    @Override
    public Publisher<Event<PlanEvent>> events(String id) {
        return EventStream.ofPlan(plans.events(calls.current(), id));
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan approve(String id, PlanApproval approval) {
        return plans.approve(calls.current(), id, approval);
    }

    @Override
    public Plan accept(String id, PlanAcceptance acceptance) {
        return plans.accept(calls.current(), id, acceptance);
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan pause(String id) {
        return plans.pause(calls.current(), id);
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan resume(String id) {
        return plans.resume(calls.current(), id);
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan cancel(String id) {
        return plans.cancel(calls.current(), id);
    }

    @Override
    public HttpResponse<Void> delete(String id) {
        plans.delete(calls.current(), id);
        return HttpResponse.noContent();
    }

    @Override
    @ExecuteOn(ControlThreads.LONG_CALLS)
    public Plan adopt(String id, String from) {
        return plans.adopt(calls.current(), id, from);
    }
}
