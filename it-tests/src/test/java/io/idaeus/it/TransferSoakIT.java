/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.soak.Soak;
import org.junit.jupiter.api.Test;

/** Twenty transfers in a row; {@code make test-soak} runs more, and imports by nodetool. */
class TransferSoakIT {
    @Test
    void transfersThatEndedOrWereCancelledLeaveNothingBehind() {
        assertThat(new Soak(System.out, true).run(1, 20)).isEmpty();
    }
}
