/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import io.idaeus.api.operations.SidecarEvent;
import io.idaeus.sidecar.operation.EventOperations;
import io.idaeus.sidecar.rest.call.Calls;
import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.sse.Event;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Publisher;

/** Events as fast and as large as a test wants them, from a small buffer; in tests alone. */
@Controller("/v1/flood")
@ExecuteOn(TaskExecutors.BLOCKING)
final class FloodController {
    static final int KEPT = 20;

    private static final String LARGE = '"' + "x".repeat(50_000) + '"';

    static final EventBroadcast BROADCAST = new EventBroadcast(
            new RecentEvents("00000000000000aa", KEPT, 1 << 24), event -> LARGE, Duration.ofMillis(200));

    private static final AtomicInteger EVENTS = new AtomicInteger();

    private final EventOperations events;
    private final Calls calls;

    FloodController(EventOperations events, Calls calls) {
        this.events = events;
        this.calls = calls;
    }

    /** The number of the event. */
    static int add() {
        int number = EVENTS.incrementAndGet();
        BROADCAST.add("subject", number, false, "transfer", new SidecarEvent(null, null, null, null));
        return number;
    }

    @Get(produces = MediaType.TEXT_EVENT_STREAM)
    Publisher<Event<String>> flood() {
        return EventStream.counted(events.events(calls.current()), BROADCAST.stream(null));
    }
}
