/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.sidecar.Await;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CodecThreadsTest {
    private final Queue<Codec> made = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final CodecThreads<Codec> threads = new CodecThreads<>("test", this::make);

    private static final class Codec implements AutoCloseable {
        private volatile boolean closed;

        @Override
        public void close() {
            closed = true;
        }
    }

    private Codec make() {
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new OutOfMemoryError("direct buffer memory");
        }
        Codec codec = new Codec();
        made.add(codec);
        return codec;
    }

    @Test
    void aCodecIsUsedAgain() {
        Codec first = run().join();

        assertThat(run().join()).isSameAs(first);
        assertThat(made).hasSize(1);
    }

    @Test
    void aCodecOutlivesATaskThatFails() {
        CompletableFuture<Codec> given = new CompletableFuture<>();
        threads.run(
                codec -> {
                    given.complete(codec);
                    throw new IllegalStateException("a defect");
                },
                given::completeExceptionally);

        assertThat(run().join()).isSameAs(given.join());
    }

    @Test
    void whereNoCodecCanBeMadeTheTaskIsToldAndTheNextOneTriesAgain() {
        failures.set(1);

        assertThatThrownBy(() -> run().join()).hasCauseInstanceOf(OutOfMemoryError.class);

        assertThat(run().join()).isSameAs(made.element());
    }

    @Test
    void codecsAreClosedWithTheThreads() {
        Codec codec = run().join();

        threads.close();

        assertThat(codec.closed).isTrue();
        assertThatThrownBy(this::run).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void aCodecInUseIsClosedByItsTask() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Boolean> closedTooEarly = new CompletableFuture<>();
        threads.run(
                codec -> {
                    running.countDown();
                    await(goOn);
                    closedTooEarly.complete(codec.closed);
                },
                problem -> {});
        running.await();
        Thread closing = new Thread(threads::close);
        // Does not wait for the task.
        closing.start();
        closing.interrupt();
        closing.join();
        goOn.countDown();

        assertThat(closedTooEarly.join()).isFalse();
        Await.until("the codec is closed", () -> made.element().closed);
    }

    private CompletableFuture<Codec> run() {
        CompletableFuture<Codec> given = new CompletableFuture<>();
        threads.run(given::complete, given::completeExceptionally);
        return given.orTimeout(60, TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
