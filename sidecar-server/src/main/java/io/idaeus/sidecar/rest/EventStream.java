/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest;

import io.idaeus.api.TransferEvent;
import io.idaeus.api.TransferState;
import io.micronaut.http.sse.Event;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * A transfer's events for one caller, until the transfer ends or the caller disconnects. A slow caller gets only the
 * latest event; each event holds the whole state.
 */
final class EventStream {
    private static final Logger log = LoggerFactory.getLogger(EventStream.class);

    private EventStream() {}

    /** @param watch registers a watcher until the result is closed */
    static Publisher<Event<TransferEvent>> of(Function<Consumer<TransferEvent>, AutoCloseable> watch) {
        return Flux.create(
                sink -> {
                    Names names = new Names();
                    AutoCloseable watching = watch.apply(event -> emit(sink, names, event));
                    sink.onDispose(() -> close(watching));
                },
                FluxSink.OverflowStrategy.LATEST);
    }

    private static void emit(FluxSink<Event<TransferEvent>> sink, Names names, TransferEvent event) {
        sink.next(Event.of(event).name(names.of(event)));
        if (event.state().isFinal()) {
            sink.complete();
        }
    }

    private static void close(AutoCloseable watching) {
        try {
            watching.close();
        } catch (Exception e) {
            log.warn("Removing a transfer's watcher failed", e);
        }
    }

    /** Names an event by whether the state changed. */
    private static final class Names {
        private @Nullable TransferState last;

        synchronized String of(TransferEvent event) {
            String name = event.state() == last ? "progress" : "state";
            last = event.state();
            return name;
        }
    }
}
