/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.api.operations.SidecarEvent;
import io.idaeus.api.operations.SidecarEvent.Deleted;
import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.plan.PlanStep;
import io.idaeus.api.plan.PlanWait;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferWait;
import io.idaeus.sidecar.plan.PlanService;
import io.idaeus.sidecar.transfer.TransferService;
import io.micronaut.context.annotation.Context;
import io.micronaut.http.sse.Event;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** The events of all transfers and plans. Progress alone is none. Thread-safe. */
// Eager: it must know what happens before somebody reads.
@Context
public final class EventFeed implements AutoCloseable {
    private static final int KEPT_EVENTS = 5000;
    private static final int KEPT_CHARACTERS = 4 << 20;
    private static final Duration BEAT = Duration.ofSeconds(10);

    private final EventBroadcast broadcast;

    EventFeed(ObjectMapper json, TransferService transfers, PlanService plans) {
        String process = HexFormat.of().toHexDigits(new SecureRandom().nextLong());
        RecentEvents recent = new RecentEvents(process, KEPT_EVENTS, KEPT_CHARACTERS);
        this.broadcast = new EventBroadcast(recent, event -> write(json, event), BEAT);
        plans.watchAll(this::changed, id -> deleted("plan/" + id, new Deleted(null, id)));
        transfers.watchAll(this::changed, id -> deleted("transfer/" + id, new Deleted(id, null)));
    }

    private static String write(ObjectMapper json, SidecarEvent event) {
        try {
            return json.writeValueAsString(event);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an event cannot be written", e);
        }
    }

    private void changed(TransferEvent event) {
        TransferWait wait = event.waiting();
        // Without details: numbers in them change every few seconds.
        Object state = Arrays.asList(
                event.state(),
                event.outcome(),
                wait == null ? null : List.of(wait.cause(), wait.phase(), wait.since()));
        broadcast.add(
                "transfer/" + event.id(),
                state,
                event.state().isFinal(),
                "transfer",
                new SidecarEvent(null, event, null, null));
    }

    private void changed(PlanEvent event) {
        PlanStep step = event.step();
        PlanWait wait = step == null ? null : step.waiting();
        Object state = Arrays.asList(
                event.state(),
                step == null ? null : Arrays.asList(step.number(), step.state(), step.transfers()),
                wait == null ? null : List.of(wait.cause(), wait.remedy(), wait.since()));
        broadcast.add(
                "plan/" + event.id(),
                state,
                event.state().isFinal(),
                "plan",
                new SidecarEvent(null, null, event, null));
    }

    private void deleted(String subject, Deleted what) {
        broadcast.add(subject, what, true, "deleted", new SidecarEvent(null, null, null, what));
    }

    /** As {@link EventBroadcast#stream}. */
    public Publisher<Event<String>> stream(@Nullable String lastEventId) {
        return broadcast.stream(lastEventId);
    }

    @Override
    public void close() {
        broadcast.close();
    }
}
