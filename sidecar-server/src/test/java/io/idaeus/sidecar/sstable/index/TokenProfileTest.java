/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import org.junit.jupiter.api.Test;

class TokenProfileTest {
    @Test
    void aSpanCountsItsPartitionsAsSpreadEvenly() {
        TokenProfile span = TokenProfile.span(1, 100);

        assertThat(span.share(TokenRanges.of(new TokenRange(0, 25)))).isCloseTo(0.25, within(1e-9));
        assertThat(span.share(TokenRanges.of(new TokenRange(0, 100)))).isEqualTo(1);
        assertThat(span.share(TokenRanges.of(new TokenRange(100, 0)))).isZero();
        assertThat(span.share(TokenRanges.fullRing())).isEqualTo(1);
    }

    /** Three in four of the partitions lie in the first tenth of the tokens. */
    @Test
    void samplesSayWhereThePartitionsAre() {
        TokenProfile profile = TokenProfile.sampled(new long[] {0, 100, 1000}, new float[] {0, 0.75f, 1});

        assertThat(profile.share(TokenRanges.of(new TokenRange(-1, 100)))).isCloseTo(0.75, within(0.01));
        assertThat(profile.share(TokenRanges.of(new TokenRange(100, 2000)))).isCloseTo(0.25, within(0.01));
        assertThat(profile.share(TokenRanges.of(new TokenRange(50, 550)))).isCloseTo(0.5, within(0.01));
    }

    @Test
    void oneTokenIsInsideOrOutside() {
        TokenProfile one = TokenProfile.span(5, 5);

        assertThat(one.share(TokenRanges.of(new TokenRange(4, 5)))).isEqualTo(1);
        assertThat(one.share(TokenRanges.of(new TokenRange(5, 6)))).isZero();
    }
}
