/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.ring.TokenRange;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AvailableRangesTest {
    @Test
    void aRangeIs28BytesAsCassandraWritesIt() {
        assertThat(hex(List.of(new TokenRange(-1, 2)), false))
                .containsExactly("00000000" + "00000008" + "ffffffffffffffff" + "00000008" + "0000000000000002");
    }

    @Test
    void aRangeThatWrapsIsAlsoDeclaredInPartsWhereCassandraCutsIt() {
        List<TokenRange> around = List.of(new TokenRange(5, -5));

        assertThat(hex(around, false)).hasSize(1);
        assertThat(hex(around, true))
                .containsExactlyInAnyOrder(
                        "0000000000000008000000000000000500000008fffffffffffffffb",
                        "00000000000000080000000000000005000000088000000000000000",
                        "0000000000000008800000000000000000000008fffffffffffffffb");
    }

    @Test
    void noPartIsTheWholeRing() {
        assertThat(hex(List.of(new TokenRange(5, Long.MIN_VALUE), new TokenRange(Long.MIN_VALUE, 5)), true))
                .hasSize(2);
        assertThat(hex(List.of(TokenRange.FULL_RING), true)).hasSize(1);
    }

    private static Set<String> hex(List<TokenRange> ranges, boolean splits) {
        return AvailableRanges.blobs(ranges, splits).stream()
                .map(ByteBuffer::array)
                .map(HexFormat.of()::formatHex)
                .collect(Collectors.toSet());
    }
}
