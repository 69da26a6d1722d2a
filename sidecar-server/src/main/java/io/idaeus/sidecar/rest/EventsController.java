/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.EventsApi;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.sse.Event;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** What happens at this sidecar. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class EventsController implements EventsApi {
    private final EventFeed feed;
    private final Callers callers;
    private final EventStreams streams;

    EventsController(EventFeed feed, Callers callers, EventStreams streams) {
        this.feed = feed;
        this.callers = callers;
        this.streams = streams;
    }

    @Override
    public Publisher<Event<String>> events(@Nullable String lastEventId) {
        return streams.counted(callers.currentKey(), feed.stream(lastEventId));
    }
}
