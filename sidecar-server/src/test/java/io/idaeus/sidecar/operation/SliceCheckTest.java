/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.api.ProblemType;
import io.idaeus.api.slice.SliceRequest;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SliceCheckTest {
    private static final List<String> RANGES = List.of("0:10");
    private static final List<String> SSTABLES = List.of("nb-7-big", "da-3h5p_0hbx_22l6o276wh6pufp398-bti");

    @Test
    void namesAndRangesAreParsed() {
        SliceCheck check = SliceCheck.of(new SliceRequest("shop", "users", RANGES, SSTABLES));

        assertThat(check.ranges()).isEqualTo(TokenRanges.of(new TokenRange(0, 10)));
        assertThat(check.sstables()).extracting(Object::toString).isEqualTo(SSTABLES);
    }

    @Test
    void whatIsWrongIsNamed() {
        assertRefused(List.of(), SSTABLES, ProblemType.INVALID_REQUEST, "ranges: 0 entries");
        assertRefused(RANGES, List.of(), ProblemType.INVALID_REQUEST, "sstables: 0 entries");
        assertRefused(List.of("0"), SSTABLES, ProblemType.INVALID_RANGE, "\"0\"");
        assertRefused(RANGES, List.of("../nb-7-big"), ProblemType.INVALID_REQUEST, "../nb-7-big");
        assertRefused(RANGES, List.of("nb-7-big-Data.db"), ProblemType.INVALID_REQUEST, "<version>-<id>-<format>");
        assertRefused(Collections.nCopies(10_001, "0:10"), SSTABLES, ProblemType.INVALID_REQUEST, "ranges");
        assertRefused(RANGES, Collections.nCopies(257, "nb-7-big"), ProblemType.INVALID_REQUEST, "256");
    }

    private static void assertRefused(List<String> ranges, List<String> sstables, ProblemType type, String message) {
        assertThatThrownBy(() -> SliceCheck.of(new SliceRequest("shop", "users", ranges, sstables)))
                .isInstanceOfSatisfying(ProblemException.class, problem -> assertThat(problem.type())
                        .isEqualTo(type))
                .hasMessageContaining(message);
    }
}
