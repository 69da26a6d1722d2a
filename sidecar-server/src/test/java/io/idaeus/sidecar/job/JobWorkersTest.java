/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class JobWorkersTest {
    @Test
    void nothingIsWrittenAnyMoreOnceTheyAreClosed() throws Exception {
        JobWorkers<Countdown> workers = JobWorkers.atMost(1, "countdown", countdown -> {});
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean written = new AtomicBoolean();
        AtomicBoolean closed = new AtomicBoolean();
        Thread closing = Thread.currentThread();
        workers.aside().execute(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interruptedByClose) {
                Await.until(
                        "close() waits, or has returned",
                        () -> closing.getState() == Thread.State.TIMED_WAITING || closed.get());
                written.set(true);
            }
        });
        begun.await();

        workers.close();

        boolean writtenBefore = written.get();
        closed.set(true);
        assertThat(writtenBefore).isTrue();
    }
}
