/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompressionChoiceTest {
    @Test
    void afterThreeInvalidResponsesNothingIsCompressed() {
        CompressionChoice zstd = CompressionChoice.zstd((wire, plain) -> {});

        zstd.failed();
        zstd.failed();
        assertThat(zstd.isOff()).isFalse();
        zstd.failed();

        assertThat(zstd.isOff()).isTrue();
        assertThat(CompressionChoice.off().isOff()).isTrue();
    }
}
