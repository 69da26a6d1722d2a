/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import io.idaeus.api.plan.Plan;
import io.idaeus.api.plan.PlanAcceptance;
import io.idaeus.api.plan.PlanApproval;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanList;
import io.idaeus.api.plan.PlanRangePage;
import io.idaeus.api.plan.PlanRequest;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls one sidecar about the plans that it coordinates. Errors as of {@link SidecarClient}; thread-safe. */
public final class PlansClient {
    private final Wire wire;
    private final SidecarClientBuilder settings;

    PlansClient(Wire wire, SidecarClientBuilder settings) {
        this.wire = wire;
        this.settings = settings;
    }

    /** Makes a plan, or returns the one that carries this out already. Nothing moves. */
    public Plan create(PlanRequest request) {
        return wire.call(
                wire.request("POST", ServerAddress.of("v1", "plans"), request).build(),
                settings.workTimeout(),
                Plan.class);
    }

    /** All plans, newest first. */
    public PlanList list() {
        List<String> unreadable = new ArrayList<>();
        List<Plan> plans = Pages.all(
                wire.base(),
                after -> {
                    ServerAddress target = ServerAddress.of("v1", "plans").with("after", after);
                    PlanList page = call(wire.request("GET", target, null), PlanList.class);
                    if (page.unreadable() != null) {
                        unreadable.addAll(page.unreadable());
                    }
                    return page;
                },
                PlanList::next,
                PlanList::plans);
        return new PlanList(plans, unreadable.isEmpty() ? null : unreadable, null);
    }

    public Plan get(String id) {
        return call(wire.request("GET", ServerAddress.of("v1", "plans", id), null), Plan.class);
    }

    /** One page of token ranges; null selects the sidecar's default limit and the first page. */
    public PlanRangePage ranges(String id, @Nullable Integer limit, @Nullable String after) {
        ServerAddress target = ServerAddress.of("v1", "plans", id, "ranges")
                .with("limit", limit)
                .with("after", after);
        return call(wire.request("GET", target, null), PlanRangePage.class);
    }

    /** @param digest of the plan that was read */
    public Plan approve(String id, String digest) {
        return work(ServerAddress.of("v1", "plans", id, "approve"), new PlanApproval(digest));
    }

    /**
     * Accepts a finding that transfers of a running plan wait for.
     *
     * @param digest of the plan that was read
     * @param code for instance {@code SNAPSHOT_TOO_OLD}
     */
    public Plan accept(String id, String digest, String code) {
        return work(ServerAddress.of("v1", "plans", id, "accept"), new PlanAcceptance(digest, code));
    }

    public Plan pause(String id) {
        return work(ServerAddress.of("v1", "plans", id, "pause"), null);
    }

    public Plan resume(String id) {
        return work(ServerAddress.of("v1", "plans", id, "resume"), null);
    }

    public Plan cancel(String id) {
        return work(ServerAddress.of("v1", "plans", id, "cancel"), null);
    }

    /** Takes a plan off the record that has ended, or that nobody approved. */
    public void delete(String id) {
        wire.send(
                wire.request("DELETE", ServerAddress.of("v1", "plans", id), null)
                        .build(),
                settings.requestTimeout());
    }

    /** @param from address of a sidecar that knows the plan */
    public Plan adopt(String id, String from) {
        return work(ServerAddress.of("v1", "plans", id, "adopt").with("from", from), null);
    }

    /** As {@link SidecarClient#watchTransfer}. */
    public void watch(String id, Consumer<PlanEvent> consumer) {
        HttpRequest request = wire.request("GET", ServerAddress.of("v1", "plans", id, "events"), null)
                .setHeader("Accept", "text/event-stream, application/problem+json")
                .build();
        new ServerEvents<>(wire, request, settings.idleTimeout(), PlanEvent.class, Set.of("plan"))
                .forEach(settings.requestTimeout(), consumer);
    }

    private Plan work(ServerAddress target, @Nullable Object body) {
        return wire.call(wire.request("POST", target, body).build(), settings.workTimeout(), Plan.class);
    }

    private <T> T call(HttpRequest.Builder request, Class<T> type) {
        return wire.call(request.build(), settings.requestTimeout(), type);
    }
}
