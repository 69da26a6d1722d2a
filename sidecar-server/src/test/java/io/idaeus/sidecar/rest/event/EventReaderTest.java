/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.micronaut.http.sse.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

class EventReaderTest {
    private final RecentEvents events = new RecentEvents("00000000000000aa", 5, 1000);
    private final AtomicReference<EventReader> made = new AtomicReference<>();
    private final List<String> seen = new ArrayList<>();
    private final BaseSubscriber<Event<String>> subscriber = new BaseSubscriber<>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {}

        @Override
        protected void hookOnNext(Event<String> event) {
            seen.add(event.getData().isEmpty() ? "comment" : event.getData());
        }
    };

    private EventReader reader() {
        Flux.<Event<String>>create(
                        sink -> made.set(new EventReader(events, List.of(Event.of("first")), 0, sink)),
                        FluxSink.OverflowStrategy.ERROR)
                .subscribe(subscriber);
        return made.get();
    }

    @Test
    void aReaderGetsAsMuchAsItAsksFor() {
        EventReader reader = reader();
        add(4);
        assertThat(reader.send()).isTrue();
        assertThat(seen).isEmpty();

        subscriber.request(2);
        reader.send();
        assertThat(seen).containsExactly("first", "1");

        subscriber.request(9);
        reader.send();
        assertThat(seen).containsExactly("first", "1", "2", "3", "4");
    }

    @Test
    void aReaderBehindTheOldestEventHasMissedSome() {
        EventReader reader = reader();
        subscriber.request(2);
        add(1);
        assertThat(reader.send()).isTrue();
        add(5);
        assertThat(reader.send()).isTrue();
        add(1);

        assertThat(reader.send()).isFalse();
        assertThat(seen).containsExactly("first", "1");
    }

    @Test
    void beatsWithoutRoomAreCountedUntilTheReaderTakesSomething() {
        EventReader reader = reader();
        add(1);
        assertThat(reader.beat()).isEqualTo(1);
        assertThat(reader.beat()).isEqualTo(2);

        subscriber.request(1);
        reader.send();
        assertThat(reader.beat()).isZero();
        assertThat(reader.beat()).isEqualTo(1);

        subscriber.request(2);
        reader.send();
        assertThat(reader.beat()).isZero();
        assertThat(seen).containsExactly("first", "1", "comment");
    }

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            String data = Long.toString(++numbers);
            events.add("transfer/1", data, "transfer", data);
        }
    }

    private long numbers;
}
