/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartOptionsTest {
    @Test
    void theLastValueCountsAndALongerNameIsAnother() {
        List<String> options = List.of(StartOptions.OUTSIDE, "-Dcassandra.join_ring=true", StartOptions.replacing("a"));

        assertThat(StartOptions.value(options, StartOptions.JOIN_RING)).contains("true");
        assertThat(StartOptions.value(options, StartOptions.REPLACE)).contains("a");
        assertThat(StartOptions.value(options, StartOptions.REPLACE_ALWAYS)).isEmpty();
    }
}
