/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinnedSourceTest {
    private static final PinnedSource SOURCE =
            new PinnedSource("http://10.0.0.1:9043", "h", "c", "tag", List.of("0:10"), true, null, "monday");

    @Test
    void aSourceThatIsAskedForMoreKeepsItsBase() {
        PinnedSource more = SOURCE.alsoRequesting(TokenRanges.of(new TokenRange(10, 20)));

        assertThat(more.base()).isEqualTo("monday");
        assertThat(more.ranges()).containsExactly("0:20");
        assertThat(more.withoutBase().base()).isNull();
        assertThat(more.withoutBase().ranges()).isEqualTo(more.ranges());
    }
}
