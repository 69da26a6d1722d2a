/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WorkersTest {
    private static final long A_WHILE = 300_000_000;

    @Test
    void nothingIsWrittenAnyMoreOnceTheyAreClosed() throws Exception {
        Workers workers = new Workers(run -> {}, 1);
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean written = new AtomicBoolean();
        workers.aside().execute(() -> {
            begun.countDown();
            long end = System.nanoTime() + A_WHILE;
            while (System.nanoTime() < end) {
                boolean unused = Thread.interrupted();
                LockSupport.parkNanos(end - System.nanoTime());
            }
            written.set(true);
        });
        begun.await();

        workers.close();

        assertThat(written).isTrue();
    }
}
