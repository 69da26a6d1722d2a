/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads a body into memory and fails above a limit, so that no response can fill the heap. */
final class BoundedBody implements BodySubscriber<byte[]> {

    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(long limit) {
            super("the response is longer than %d bytes".formatted(limit));
        }
    }

    private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
    private final long limit;
    private long received;
    private Flow.@Nullable Subscription subscription;

    BoundedBody(long limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        whole.onSubscribe(given);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        received += buffers.stream().mapToLong(ByteBuffer::remaining).sum();
        if (received <= limit) {
            whole.onNext(buffers);
            return;
        }
        if (subscription != null) {
            subscription.cancel();
        }
        whole.onError(new TooLongException(limit));
    }

    @Override
    public void onError(Throwable failure) {
        whole.onError(failure);
    }

    @Override
    public void onComplete() {
        whole.onComplete();
    }
}
