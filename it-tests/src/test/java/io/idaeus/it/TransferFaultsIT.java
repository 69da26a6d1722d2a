/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.it.faults.Faults;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every fault once. {@code make test-faults} runs many more and stops processes for longer. */
@Tag("faults")
class TransferFaultsIT {
    @Test
    @Timeout(900)
    void noPromiseIsBrokenByAnyKindOfFault() {
        Faults faults = new Faults(System.out, Duration.ofSeconds(6));

        assertThat(faults.run(1, Faults.KINDS))
                .as("runs with a broken promise; what was printed says which, and its seed")
                .isZero();
    }
}
