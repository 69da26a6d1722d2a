/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.byterange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.idaeus.sidecar.byterange.ByteRanges.ByteRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteRangesTest {
    private static final ByteRanges RANGES =
            new ByteRanges(List.of(new ByteRange(10, 15), new ByteRange(20, 21), new ByteRange(30, 40)));

    @Test
    void theRestBeginsWithinARangeOrAtTheNext() {
        assertThat(RANGES.size()).isEqualTo(16);
        assertThat(RANGES.from(0)).isEqualTo(RANGES.ranges());
        assertThat(RANGES.from(4)).containsExactly(new ByteRange(14, 15), new ByteRange(20, 21), new ByteRange(30, 40));
        assertThat(RANGES.from(5)).containsExactly(new ByteRange(20, 21), new ByteRange(30, 40));
        assertThat(RANGES.from(15)).containsExactly(new ByteRange(39, 40));
        assertThat(RANGES.from(16)).isEmpty();
    }

    @Test
    void whatTouchesOrOverlapsIsOneRange() {
        assertThat(ByteRanges.joined(List.of(
                                new ByteRange(0, 5), new ByteRange(5, 6), new ByteRange(4, 9), new ByteRange(10, 11)))
                        .ranges())
                .containsExactly(new ByteRange(0, 9), new ByteRange(10, 11));
        assertThat(ByteRanges.joined(List.of()).size()).isZero();
    }

    @Test
    void rangesAscendAndAreApart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ByteRanges(List.of(new ByteRange(0, 5), new ByteRange(5, 6))));
        assertThatIllegalArgumentException().isThrownBy(() -> new ByteRange(5, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new ByteRange(-1, 5));
    }
}
