/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.controller;

import io.idaeus.api.operations.EventsApi;
import io.idaeus.sidecar.operation.EventOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.idaeus.sidecar.rest.event.EventFeed;
import io.idaeus.sidecar.rest.event.EventStream;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.sse.Event;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** Events of this sidecar. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class EventsController implements EventsApi {
    private final EventOperations events;
    private final EventFeed feed;
    private final Calls calls;

    EventsController(EventOperations events, EventFeed feed, Calls calls) {
        this.events = events;
        this.feed = feed;
        this.calls = calls;
    }

    @Override
    public Publisher<Event<String>> events(@Nullable String lastEventId) {
        return EventStream.counted(events.events(calls.current()), feed.stream(lastEventId));
    }
}
