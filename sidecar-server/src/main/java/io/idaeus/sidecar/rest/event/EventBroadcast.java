/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import io.idaeus.api.operations.SidecarEvent;
import io.idaeus.api.operations.SidecarEvent.Reset;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.rest.event.RecentEvents.Beginning;
import io.idaeus.sidecar.rest.event.RecentEvents.Recent;
import io.idaeus.sidecar.thread.DaemonThreads;
import io.micronaut.http.sse.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * Sends recent events to any number of readers, on {@code event-streams}. Whoever adds an event waits for no reader. A reader
 * that falls behind the oldest event, or takes nothing for six beats, is disconnected. Thread-safe.
 */
final class EventBroadcast implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EventBroadcast.class);

    private static final int STUCK_BEATS = 6;
    private static final long END_SECONDS = 2;

    private final RecentEvents recent;
    private final Function<SidecarEvent, String> json;
    private final Duration beat;
    private final Set<EventReader> readers = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean sending = new AtomicBoolean();
    private final ScheduledExecutorService thread = thread();

    /** @param beat how often an idle stream gets a comment */
    EventBroadcast(RecentEvents recent, Function<SidecarEvent, String> json, Duration beat) {
        this.recent = recent;
        this.json = json;
        this.beat = beat;
        ScheduledFuture<?> unused = thread.scheduleWithFixedDelay(
                () -> readers.forEach(this::beat), beat.toMillis(), beat.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static ScheduledExecutorService thread() {
        ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("event-streams"));
        thread.setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
        return thread;
    }

    /**
     * Adds an event, unless the subject had the same state before. Calls for one subject come one after the other.
     *
     * @param state what tells this event from one that says the same
     * @param last whether the subject has ended, or was deleted
     */
    void add(String subject, Object state, boolean last, String name, SidecarEvent event) {
        if (recent.isNews(subject, state)) {
            recent.add(subject, last ? null : state, name, json.apply(event));
            wake();
        }
    }

    /**
     * The events after one, or the current state and the events from now on.
     *
     * @param lastEventId null for a new stream
     * @throws ProblemException INVALID_REQUEST where it is no id
     */
    Publisher<Event<String>> stream(@Nullable String lastEventId) {
        Beginning beginning = recent.begin(lastEventId);
        return Flux.create(sink -> read(beginning, sink), FluxSink.OverflowStrategy.ERROR);
    }

    private void read(Beginning beginning, FluxSink<Event<String>> sink) {
        EventReader reader = new EventReader(recent, first(beginning), beginning.position(), sink);
        readers.add(reader);
        sink.onDispose(() -> readers.remove(reader));
        sink.onRequest(more -> wake());
        if (thread.isShutdown()) {
            reader.end();
        }
    }

    // Only the last has an id: whoever has not read all of them begins anew.
    private List<Event<String>> first(Beginning beginning) {
        String position = recent.id(beginning.position());
        if (beginning.reset() == null) {
            return List.of(EventReader.comment("continues after " + position));
        }
        List<Event<String>> events = new ArrayList<>();
        Reset reset = new Reset(beginning.reset(), beginning.current().size());
        events.add(
                Event.of(json.apply(new SidecarEvent(reset, null, null, null))).name("reset"));
        for (Recent each : beginning.current()) {
            events.add(Event.of(each.data()).name(each.name()));
        }
        events.get(events.size() - 1).id(position);
        return events;
    }

    private void wake() {
        if (sending.compareAndSet(false, true)) {
            try {
                thread.execute(this::send);
            } catch (RejectedExecutionException e) {
                log.trace("the streams have ended", e);
            }
        }
    }

    private void send() {
        sending.set(false);
        readers.stream().filter(reader -> !reader.send()).forEach(reader -> disconnect(reader, "missed events"));
    }

    private void beat(EventReader reader) {
        if (reader.beat() >= STUCK_BEATS) {
            disconnect(
                    reader, "took nothing for " + beat.multipliedBy(STUCK_BEATS).toSeconds() + " s");
        }
    }

    private void disconnect(EventReader reader, String why) {
        readers.remove(reader);
        log.info("A reader of /v1/events is disconnected: it {}. It may come back with its Last-Event-ID", why);
        reader.disconnect(new SlowReaderException(why));
    }

    int readers() {
        return readers.size();
    }

    /** Ends all streams, and returns when their readers have been told. */
    @Override
    public void close() {
        if (thread.isShutdown()) {
            return;
        }
        thread.execute(() -> readers.forEach(EventReader::end));
        thread.shutdown();
        try {
            if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                log.warn("{} event streams have not ended within {} s", readers.size(), END_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class SlowReaderException extends Exception {
        private static final long serialVersionUID = 1L;

        SlowReaderException(String why) {
            super("the reader " + why, null, false, false);
        }
    }
}
