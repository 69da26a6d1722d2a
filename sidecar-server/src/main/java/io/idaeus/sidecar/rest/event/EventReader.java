/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import io.idaeus.sidecar.rest.event.RecentEvents.Recent;
import io.micronaut.http.sse.Event;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import reactor.core.publisher.FluxSink;

/** One reader of the events of all transfers and plans, and where it is. Used by one thread at a time. */
final class EventReader {
    private static final int BATCH = 64;

    private final RecentEvents recent;
    private final Deque<Event<String>> first;
    private final FluxSink<Event<String>> sink;
    private long position;
    private long sent;
    private long sentAtLastBeat;
    private int stuckBeats;

    /**
     * @param first sent before the events after the position
     * @param position the number of the last event that the reader knows or finds in {@code first}
     */
    EventReader(RecentEvents recent, List<Event<String>> first, long position, FluxSink<Event<String>> sink) {
        this.recent = recent;
        this.first = new ArrayDeque<>(first);
        this.position = position;
        this.sink = sink;
    }

    /** Sends what the reader has room for. False where it has missed events: it must begin anew. */
    boolean send() {
        while (hasRoom() && !first.isEmpty()) {
            next(first.remove());
        }
        boolean more = true;
        while (more && hasRoom() && recent.holdsAllAfter(position)) {
            List<Recent> batch = recent.after(position, (int) Math.min(BATCH, sink.requestedFromDownstream()));
            batch.forEach(this::next);
            more = !batch.isEmpty();
        }
        return recent.holdsAllAfter(position);
    }

    private boolean hasRoom() {
        return !sink.isCancelled() && sink.requestedFromDownstream() > 0;
    }

    private void next(Recent event) {
        next(Event.of(event.data()).name(event.name()).id(recent.id(event.number())));
        position = event.number();
    }

    private void next(Event<String> event) {
        sink.next(event);
        sent++;
    }

    /** Sends a comment where the reader has room. Returns for how many beats in a row it had none, and read nothing. */
    int beat() {
        if (hasRoom()) {
            sink.next(comment("idle"));
            stuckBeats = 0;
        } else {
            stuckBeats = sent == sentAtLastBeat ? stuckBeats + 1 : 0;
        }
        sentAtLastBeat = sent;
        return stuckBeats;
    }

    /** Without data it is no event. */
    static Event<String> comment(String text) {
        return Event.of("").comment(text);
    }

    /** The reader finds its connection closed, rather than the stream ended. */
    void disconnect(Exception why) {
        sink.error(why);
    }

    void end() {
        sink.complete();
    }
}
