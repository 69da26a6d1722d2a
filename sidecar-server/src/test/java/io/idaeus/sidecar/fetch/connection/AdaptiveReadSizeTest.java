/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdaptiveReadSizeTest {
    private static final int MOST = 1024 * 1024;

    private final AdaptiveReadSize readSize = new AdaptiveReadSize(MOST);

    @Test
    void fastReadsGrowToTheMost() {
        for (int i = 0; i < 4; i++) {
            read(readSize.bytes(), 100);
        }

        assertThat(readSize.bytes()).isEqualTo(MOST);
    }

    @Test
    void slowReadsShrinkToWhatComesWithinAMillisecond() {
        read(256 * 1024, 2000);
        assertThat(readSize.bytes()).isEqualTo(128 * 1024);

        read(128 * 1024, 40_000);
        assertThat(readSize.bytes()).isEqualTo(AdaptiveReadSize.MIN_BYTES);
    }

    @Test
    void aSingleReadDoublesAtTheMost() {
        read(readSize.bytes(), 1);

        assertThat(readSize.bytes()).isEqualTo(512 * 1024);
    }

    @Test
    void ofFewBytesNothingIsLearnt() {
        read(100, 3000);
        read(-1, 3000);

        assertThat(readSize.bytes()).isEqualTo(256 * 1024);
    }

    private void read(int bytes, long micros) {
        readSize.observe(bytes, TimeUnit.MICROSECONDS.toNanos(micros));
    }
}
