/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.fetch.FetchMetrics;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReceiveBuffersTest {
    private static final int LARGE = 1024 * 1024;

    private static final ConnectionSettings SETTINGS = new ConnectionSettings(
            8, 32, LARGE, Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(30), null);

    private final AtomicLong nanos = new AtomicLong();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final PeerConnection connection = new PeerConnection(SETTINGS, new FetchMetrics());
    private final ReceiveBuffers.Reads reads =
            new ReceiveBuffers(new EventLoopBuffer(LARGE), connection, nanos::get).newHandle();

    @BeforeEach
    void aTurnBegins() {
        reads.reset(channel.config());
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    /** The other connections of the event loop have theirs. */
    @Test
    void aTurnIsOneRead() {
        readAll(0);

        assertThat(reads.continueReading()).isFalse();
    }

    @Test
    void aReadTakesWhatATurnMay() {
        for (int i = 0; i < 10; i++) {
            assertThat(readAll(0)).isLessThanOrEqualTo(LARGE);
        }
        assertThat(readAll(0)).isEqualTo(LARGE);
    }

    @Test
    void theReadAfterASlowOneIsSmaller() {
        int before = readAll(20);

        assertThat(readAll(0)).isLessThan(before);
    }

    private int readAll(int millis) {
        ByteBuf buffer = reads.allocate(UnpooledByteBufAllocator.DEFAULT);
        int room = buffer.writableBytes();
        reads.attemptedBytesRead(room);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        reads.lastBytesRead(room);
        reads.incMessagesRead(1);
        buffer.release();
        return room;
    }
}
