/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.rest.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.idaeus.api.ProblemType;
import io.idaeus.api.transfer.Transfer;
import io.idaeus.api.transfer.TransferEvent;
import io.idaeus.api.transfer.TransferProgress;
import io.idaeus.api.transfer.TransferState;
import io.idaeus.sidecar.access.Caller;
import io.idaeus.sidecar.operation.Call;
import io.idaeus.sidecar.operation.StreamQuota;
import io.idaeus.sidecar.operation.Watch;
import io.idaeus.sidecar.problem.ProblemException;
import io.micronaut.http.sse.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

class EventStreamTest {
    private final List<Consumer<TransferEvent>> watchers = new ArrayList<>();
    private final StreamQuota quota = new StreamQuota(1, 1);
    private final Publisher<Event<TransferEvent>> stream = EventStream.ofTransfer(new Watch<>(place(), this::watch));
    private final Reader reader = new Reader();

    @Test
    void theCurrentStateComesAtOnceAndProgressIsNamedSo() {
        stream.subscribe(reader);
        reader.subscription.request(10);
        tell(TransferState.PULLING, 1);
        tell(TransferState.PULLING, 2);
        tell(TransferState.IMPORTING, 2);

        assertThat(reader.seen)
                .containsExactly("state QUEUED 0", "state PULLING 1", "progress PULLING 2", "state IMPORTING 2");
        assertThat(reader.ended).isFalse();
    }

    @Test
    void theStreamEndsAfterAFinalStateAndLetsTheTransferGo() {
        stream.subscribe(reader);
        reader.subscription.request(10);
        tell(TransferState.COMPLETED, 9);

        assertThat(reader.seen).endsWith("state COMPLETED 9");
        assertThat(reader.ended).isTrue();
        assertThat(watchers).isEmpty();
    }

    private StreamQuota.Place place() {
        return quota.place(new Call(Caller.anybody(), "somebody", () -> false));
    }

    @Test
    void itsPlaceIsTakenWhileItIsReadAndFreeAfterwards() {
        stream.subscribe(reader);
        reader.subscription.request(10);
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(this::place)
                .matches(problem -> problem.type() == ProblemType.QUOTA_EXCEEDED);

        tell(TransferState.COMPLETED, 9);
        assertThat(place()).isNotNull();
    }

    @Test
    void aCallerWhoGoesIsForgotten() {
        stream.subscribe(reader);
        reader.subscription.request(1);
        assertThat(watchers).hasSize(1);

        reader.subscription.cancel();

        assertThat(watchers).isEmpty();
    }

    @Test
    void aSlowCallerGetsTheNewestAndTheEnd() {
        stream.subscribe(reader);
        reader.subscription.request(1);
        for (int i = 1; i <= 100_000; i++) {
            tell(TransferState.PULLING, i);
        }
        tell(TransferState.FAILED, 100_000);
        reader.subscription.request(1);

        assertThat(reader.seen).containsExactly("state QUEUED 0", "state FAILED 100000");
        assertThat(reader.ended).isTrue();
    }

    private AutoCloseable watch(Consumer<TransferEvent> watcher) {
        watchers.add(watcher);
        watcher.accept(event(TransferState.QUEUED, 0));
        return () -> watchers.remove(watcher);
    }

    private void tell(TransferState state, long bytes) {
        List.copyOf(watchers).forEach(watcher -> watcher.accept(event(state, bytes)));
    }

    private static TransferEvent event(TransferState state, long bytes) {
        return new TransferEvent(
                "id",
                null,
                state,
                null,
                null,
                null,
                new TransferProgress(9, bytes, 0, 1, 0, 0, null, null, null),
                new Transfer.SstableCounts(0, 0, 0, 0, 0, 0, 0),
                Instant.EPOCH);
    }

    private static final class Reader implements Subscriber<Event<TransferEvent>> {
        private final List<String> seen = new ArrayList<>();
        private Subscription subscription;
        private boolean ended;

        @Override
        public void onSubscribe(Subscription given) {
            subscription = given;
        }

        @Override
        public void onNext(Event<TransferEvent> event) {
            TransferEvent data = event.getData();
            seen.add(
                    event.getName() + " " + data.state() + " " + data.progress().bytesFetched());
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {
            ended = true;
        }
    }
}
