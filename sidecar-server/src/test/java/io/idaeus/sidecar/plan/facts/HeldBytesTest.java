/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.plan.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.api.keyspace.KeyspaceSizes;
import io.idaeus.api.keyspace.TableSizes;
import io.idaeus.sidecar.ring.TokenRange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldBytesTest {
    private static final HeldBytes HELD = HeldBytes.of(new KeyspaceSizes(
            "shop",
            List.of("0:100", "100:300", "900:-900"),
            List.of(new TableSizes(
                    "t", List.of(1L, 20L, 300L), 321, 3, 0.01, "SizeTieredCompactionStrategy", false, List.of())),
            null));

    @ParameterizedTest
    @CsvSource({
        "0:100,1",
        "100:300,20",
        "900:-900,300",
        "0:50,1",
        "50:100,1",
        "150:200,5",
        "950:1000,0",
        "900:-4611686018427387904,225",
        "950:-950,300",
        "0:101,0",
        "50:150,0",
        "300:900,0",
        "-950:-800,0",
        "800:950,0",
        "100:0,0",
        "7:7,0"
    })
    void aPartOfARangeCountsByItsLength(String range, long bytes) {
        assertThat(HELD.bytes(TokenRange.parse(range))).isEqualTo(bytes);
    }

    /** A table that is empty has none. */
    @Test
    void bytesOfMoreOrFewerRangesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HeldBytes.of(sizes(List.of(1L), 1)))
                .withMessage("table \"t\" has the bytes of 1 ranges (expected: 2)");
        assertThat(HeldBytes.of(sizes(List.of(), 0)).bytes(TokenRange.parse("0:100")))
                .isZero();
    }

    private static KeyspaceSizes sizes(List<Long> bytes, long total) {
        return new KeyspaceSizes(
                "shop",
                List.of("0:100", "100:300"),
                List.of(new TableSizes("t", bytes, total, 1, 0.01, "SizeTieredCompactionStrategy", false, List.of())),
                null);
    }
}
