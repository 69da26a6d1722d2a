/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slice;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PipelineTest {
    /** Long chunks are cut by fewer workers: memory is bounded. */
    @ParameterizedTest
    @CsvSource({"8, 262144, 9", "1, 262144, 2", "8, 4194304, 4", "8, 8388608, 2", "8, 16777216, 1"})
    void howManyBatchesAreInMemory(int workers, int batchLength, int batches) {
        assertThat(Pipeline.atOnce(workers, batchLength)).isEqualTo(batches);
    }
}
