/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenRangeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"1:2", "-5:5", "5:-5", "0:0", "-9223372036854775808:9223372036854775807", "9223372036854775807:0"
            })
    void whatItPrintsItReads(String text) {
        assertThat(TokenRange.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|\"\" (expected: left:right",
                "5|\"5\" (expected: left:right",
                "1:2:3|\"1:2:3\" (expected: left:right",
                "x:2|left token: \"x\" (expected: a whole number from -9223372036854775808 to",
                "1:|right token: \"\" (expected: a whole number",
                "1:9223372036854775808|right token: \"9223372036854775808\" (expected: a whole number",
                "+1:2|left token: \"+1\"",
                "\u0663:2|left token: \"\u0663\"",
                "1.0:2|left token: \"1.0\"",
                "1 : 2|left token: \"1 \""
            })
    void saysWhatIsWrongWithARange(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenRange.parse(text))
                .withMessageStartingWith(message);
    }

    @Test
    void showsHostileTextCutAndOnOneLine() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TokenRange.parse("\n".repeat(10_000)))
                .withMessageContaining("????…")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200).doesNotContain("\n"));
    }

    @Test
    void leavesTheLeftEndOutAndTakesTheRightEndIn() {
        TokenRange range = new TokenRange(10, 20);

        assertThat(range.contains(10)).isFalse();
        assertThat(range.contains(11)).isTrue();
        assertThat(range.contains(20)).isTrue();
        assertThat(range.contains(21)).isFalse();
        assertThat(range.wraps()).isFalse();
    }

    @Test
    void goesAroundTheRingWhenTheLeftEndIsAboveTheRight() {
        TokenRange range = new TokenRange(20, 10);

        assertThat(range.wraps()).isTrue();
        assertThat(range.contains(Long.MAX_VALUE)).isTrue();
        assertThat(range.contains(Long.MIN_VALUE)).isTrue();
        assertThat(range.contains(10)).isTrue();
        assertThat(range.contains(11)).isFalse();
        assertThat(range.contains(20)).isFalse();
    }

    @Test
    void isTheWholeRingWhenBothEndsAreEqual() {
        assertThat(new TokenRange(7, 7).isFullRing()).isTrue();
        assertThat(new TokenRange(7, 7).contains(7)).isTrue();
        assertThat(TokenRange.FULL_RING.contains(Long.MIN_VALUE)).isTrue();
    }
}
