/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.compare.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.idaeus.sidecar.ring.TokenRange;
import io.idaeus.sidecar.ring.TokenRanges;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableCourseTest {
    private static final TokenRange RING = new TokenRange(Long.MIN_VALUE, Long.MAX_VALUE);

    @Test
    void theFirstPartIsSmallAndTheRestIsDividedByWhatItHeld() {
        TableCourse course = TableCourse.of(List.of(RING)).withFirst();
        assertThat(course.open()).hasSize(2);
        TokenRange first = course.open().get(0);
        assertThat(course.share()).isZero();

        TableCourse compared = course.compared(first.right(), first.right());
        assertThat(compared.share()).isCloseTo(1 / 64.0, within(1e-9));

        assertThat(compared.begun(10).open()).hasSize(1);
        assertThat(compared.begun(250_000).open()).hasSize(63);
        assertThat(compared.begun(Long.MAX_VALUE / 2).open()).hasSize(64);
        assertThat(TokenRanges.of(compared.begun(250_000).open()))
                .as("nothing is lost")
                .isEqualTo(TokenRanges.of(compared.open()));
    }

    @Test
    void aPartGoesOnAtTheTokenThatWasCompared() {
        TableCourse course = TableCourse.of(List.of(new TokenRange(0, 100), new TokenRange(200, 300)));

        assertThat(course.compared(100, 30).open()).containsExactly(new TokenRange(30, 100), new TokenRange(200, 300));
        assertThat(course.compared(100, 100).open()).containsExactly(new TokenRange(200, 300));
        assertThat(course.compared(100, 100).compared(300, 300).share()).isEqualTo(1);
    }

    @Test
    void aRangeOfOneTokenIsNotDivided() {
        TableCourse course = TableCourse.of(List.of(new TokenRange(5, 6))).withFirst();

        assertThat(course.open()).containsExactly(new TokenRange(5, 6));
        assertThat(course.begun(5_000_000).open()).containsExactly(new TokenRange(5, 6));
    }
}
