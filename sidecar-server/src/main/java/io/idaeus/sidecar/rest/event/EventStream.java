/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import io.idaeus.api.plan.PlanEvent;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.operation.StreamQuota;
import io.idaeus.sidecar.operation.Watch;
import io.micronaut.http.sse.Event;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * The events of a transfer or a plan for one caller, until it ends or the caller disconnects. A slow caller gets only the
 * latest event; each event holds the whole state.
 */
public final class EventStream {
    private static final Logger log = LoggerFactory.getLogger(EventStream.class);

    private EventStream() {}

    /** Events named {@code state} where the state changed, {@code progress} otherwise. */
    public static Publisher<Event<TransferEvent>> ofTransfer(Watch<TransferEvent> watch) {
        Flux<Event<TransferEvent>> events = Flux.defer(
                () -> of(watch.begin(), new Names()::of, event -> event.state().isFinal()));
        return counted(watch.place(), events);
    }

    public static Publisher<Event<PlanEvent>> ofPlan(Watch<PlanEvent> watch) {
        return counted(watch.place(), of(watch.begin(), event -> "plan", event -> event.state()
                .isFinal()));
    }

    /** The same stream, counted while it is open. */
    public static <T> Publisher<T> counted(StreamQuota.Place place, Publisher<T> stream) {
        return Flux.defer(() -> {
            place.take();
            return Flux.from(stream).doFinally(end -> place.free());
        });
    }

    /**
     * @param watch registers a watcher until the result is closed
     * @param last whether an event is the last one
     */
    public static <T> Flux<Event<T>> of(
            Function<Consumer<T>, AutoCloseable> watch, Function<T, String> name, Predicate<T> last) {
        return Flux.create(
                sink -> {
                    AutoCloseable watching = watch.apply(event -> {
                        sink.next(Event.of(event).name(name.apply(event)));
                        if (last.test(event)) {
                            sink.complete();
                        }
                    });
                    sink.onDispose(() -> close(watching));
                },
                FluxSink.OverflowStrategy.LATEST);
    }

    private static void close(AutoCloseable watching) {
        try {
            watching.close();
        } catch (Exception e) {
            log.warn("Removing a watcher failed", e);
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
