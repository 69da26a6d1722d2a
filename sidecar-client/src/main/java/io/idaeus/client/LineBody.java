/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body line by line as it arrives, with a timeout for each line. Requests one line at a time, so that a slow
 * reader slows the sender down.
 */
final class LineBody implements BodySubscriber<LineBody>, AutoCloseable {

    private sealed interface Signal {}

    private record Line(String text) implements Signal {}

    private record End(@Nullable Throwable failure) implements Signal {}

    private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
    private final CompletableFuture<Flow.Subscription> lines = new CompletableFuture<>();
    private final BodySubscriber<?> decoder =
            BodySubscribers.fromLineSubscriber(new Queueing(), queueing -> this, StandardCharsets.UTF_8, null);

    /** The next line; empty at the end of the body. */
    Optional<String> next(Duration timeout) throws IOException, InterruptedException, TimeoutException {
        Signal signal = signals.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (signal == null) {
            throw new TimeoutException("No line within " + timeout);
        }
        if (signal instanceof Line line) {
            var unused = lines.thenAccept(subscription -> subscription.request(1));
            return Optional.of(line.text());
        }
        Throwable failure = ((End) signal).failure();
        if (failure != null) {
            throw failure instanceof IOException broken ? broken : new IOException(failure);
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        var unused = lines.thenAccept(Flow.Subscription::cancel);
    }

    @Override
    public CompletionStage<LineBody> getBody() {
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        decoder.onSubscribe(subscription);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        decoder.onNext(buffers);
    }

    @Override
    public void onError(Throwable failure) {
        decoder.onError(failure);
    }

    @Override
    public void onComplete() {
        decoder.onComplete();
    }

    private final class Queueing implements Flow.Subscriber<String> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            lines.complete(subscription);
            subscription.request(1);
        }

        @Override
        public void onNext(String line) {
            signals.add(new Line(line));
        }

        @Override
        public void onError(Throwable failure) {
            signals.add(new End(failure));
        }

        @Override
        public void onComplete() {
            signals.add(new End(null));
        }
    }
}
