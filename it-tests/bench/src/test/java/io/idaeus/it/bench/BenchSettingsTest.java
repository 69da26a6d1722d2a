/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.it.bench.competitor.Competitors;
import io.idaeus.it.bench.data.DataSets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BenchSettingsTest {

    @Test
    void anEmptyVariableHasItsDefault() {
        BenchSettings settings = BenchSettings.of(Map.of("SETS", "", "RUNS", " "));

        assertThat(settings.sets()).isEqualTo(DataSets.DEFAULT);
        assertThat(settings.competitors()).isEqualTo(Competitors.DEFAULT);
        assertThat(settings.runs()).isEqualTo(5);
        assertThat(settings.scale()).isEqualTo(1.0);
        assertThat(settings.connections()).isEqualTo(4);
        assertThat(settings.rate()).isEqualTo(100L << 30);
    }

    @Test
    void aComparisonOfBuildsHasDefaultsOfItsOwn() {
        BenchSettings settings = BenchSettings.of(Map.of("BASE", "/builds/0123456789ab"));

        assertThat(settings.sets()).containsExactly("hot", "small");
        assertThat(settings.competitors()).containsExactly("idaeus");
        assertThat(settings.forks()).isEqualTo(5);
        assertThat(settings.runs()).isEqualTo(2);
        assertThat(settings.warmUps()).isEqualTo(1);
    }

    @Test
    void aRateIsInMebibytesASecond() {
        assertThat(BenchSettings.of(Map.of("RATE", "400")).rate()).isEqualTo(400L << 20);
    }

    @Test
    void aRateOfNothingIsRefused() {
        assertThatThrownBy(() -> BenchSettings.of(Map.of("RATE", "0")))
                .hasMessageStartingWith("RATE: 0 is not a limit (expected: MiB/s, 1 or more");
    }

    @Test
    void listsArePartedByCommasOrBlanks() {
        BenchSettings settings = BenchSettings.of(Map.of("SETS", "hot, cold", "COMPETITORS", "cp idaeus"));

        assertThat(settings.sets()).containsExactly("hot", "cold");
        assertThat(settings.competitors()).containsExactly("cp", "idaeus");
    }
}
