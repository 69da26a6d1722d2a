/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoSettingsTest {
    @Test
    void unsetVariablesHaveTheirDefaults() {
        assertThat(DemoSettings.of(Map.of("ROWS", "", "VALUE_BYTES", "", "KEEP", "")))
                .isEqualTo(new DemoSettings(30_000, 4_096, false));
    }

    @Test
    void everySettingIsRead() {
        assertThat(DemoSettings.of(Map.of("ROWS", "7", "VALUE_BYTES", "9", "KEEP", "1")))
                .isEqualTo(new DemoSettings(7, 9, true));
        assertThat(DemoSettings.of(Map.of("KEEP", "0")).keep()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "many", "1e6", "99999999999999999999"})
    void aBadNumberIsNamed(String rows) {
        assertThatThrownBy(() -> DemoSettings.of(Map.of("ROWS", rows)))
                .hasMessage("ROWS: %s (expected: a number from 1 to 1000000000)", rows);
    }
}
