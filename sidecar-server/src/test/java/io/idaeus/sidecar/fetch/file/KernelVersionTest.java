/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelVersionTest {
    @ParameterizedTest
    @CsvSource({
        "4.18.0-553.el8_10.x86_64, false",
        "5.4.0-190-generic, false",
        "5.8.0, true",
        "5.10.0-32-amd64, true",
        "6.1.0, true",
        "10.0, true",
        "'', false",
        "unknown, false",
        "99999999999.1, false",
    })
    void aReleaseIsReadByItsFirstTwoNumbers(String release, boolean atLeast) {
        assertThat(KernelVersion.parse(release).isAtLeast(5, 8)).isEqualTo(atLeast);
    }
}
