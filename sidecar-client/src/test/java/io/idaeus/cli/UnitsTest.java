/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.idaeus.cli.output.Units;
import org.junit.jupiter.api.Test;

class UnitsTest {

    @Test
    void bytesStayBelowTheNextUnit() {
        assertThat(Units.bytes(0)).isEqualTo("0 B");
        assertThat(Units.bytes(1023)).isEqualTo("1023 B");
        assertThat(Units.bytes(1024)).isEqualTo("1.0 KiB");
        assertThat(Units.bytes((1 << 20) - 1)).isEqualTo("1.0 MiB");
        assertThat(Units.bytes(Long.MAX_VALUE)).isEqualTo("8192.0 PiB");
    }

    @Test
    void onlyEverythingIsAHundredPercent() {
        assertThat(Units.percent(999, 1000)).isEqualTo("99 %");
        assertThat(Units.percent(1000, 1000)).isEqualTo("100 %");
        assertThat(Units.percent(0, 0)).isEqualTo("0 %");
        assertThat(Units.percent(Long.MAX_VALUE / 2, Long.MAX_VALUE)).isEqualTo("49 %");
    }

    @Test
    void tokensAreShortenedOnlyWhenLong() {
        assertThat(Units.token("-9223372036854775808")).isEqualTo("-9.2233e18");
        assertThat(Units.token("3074457345618258602")).isEqualTo("3.0744e18");
        assertThat(Units.token("-12345678")).isEqualTo("-12345678");
        assertThat(Units.token("0")).isEqualTo("0");
        assertThat(Units.token("not a token at all")).isEqualTo("not a token at all");
    }

    @Test
    void durationsHaveTwoPartsAtMost() {
        assertThat(Units.duration(59)).isEqualTo("59 s");
        assertThat(Units.duration(61)).isEqualTo("1 min 01 s");
        assertThat(Units.duration(3_900)).isEqualTo("1 h 05 min");
    }
}
