/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.api.ProblemType;
import org.junit.jupiter.api.Test;

class OneLineTest {
    @Test
    void whatTerminalsAndLogsObeyIsReplaced() {
        assertThat(OneLine.of("a\r\nINFO b\u0000\u001b[2J\u202ec\u2028\ud800 äé😀"))
                .isEqualTo("a  INFO b??[2J?c?? äé😀");
    }

    @Test
    void whatIsLongIsCut() {
        assertThat(OneLine.of("x".repeat(9), 5)).isEqualTo("xxxxx…");
        assertThat(OneLine.of("x".repeat(5), 5)).isEqualTo("xxxxx");
    }

    @Test
    void aProblemIsALineOfBoundedLength() {
        ProblemException problem =
                new ProblemException(ProblemType.PEER_FAILED, "it says:\n" + "x".repeat(3_000_000) + "\u0000");

        assertThat(problem.getMessage()).startsWith("it says: xxx").hasSizeLessThan(4_100);
    }
}
