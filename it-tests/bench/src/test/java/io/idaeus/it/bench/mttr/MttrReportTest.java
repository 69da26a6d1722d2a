/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MttrReportTest {
    @TempDir
    private Path directory;

    @Test
    void aStraightLineIsFound() {
        Fit fit = Fit.of(List.of(new Fit.Point(1, 12), new Fit.Point(2, 14), new Fit.Point(4, 18)));

        assertThat(fit.a()).isEqualTo(10, within(1e-9));
        assertThat(fit.b()).isEqualTo(2, within(1e-9));
    }

    @Test
    void timesFitsRatiosAndPhasesAreShownAndTheLargestSizeIsOutsideTheFit() {
        MttrReport report = new MttrReport(List.of(
                run(ReplaceWay.CASSANDRA, 1, true, 100, 150.0),
                run(ReplaceWay.CASSANDRA, 2, true, 110, 210.0),
                run(ReplaceWay.CASSANDRA, 8, false, 999, 1000.0),
                run(ReplaceWay.SURVEY_ONE, 1, true, 90, null),
                run(ReplaceWay.SURVEY_ONE, 2, true, 94, null),
                run(ReplaceWay.SURVEY, 2, true, 105, null)));

        assertThat(report.markdown())
                .contains("| 1 | LCS | Cassandra | 100.0 (100.0–100.0) | 100.0 | – | – | – | 2 of 3,000 |")
                .contains("| 2 | LCS | `survey` | 105.0 (105.0–105.0) | 105.0 | 40.0 | 0.00 |")
                .contains("| 2 | LCS | Cassandra and repair | 210.0 (210.0–210.0) | 110.0 | – | – | – | 0 |")
                .contains("| Cassandra | 90.0 | 10.00 | 1.00 |")
                .contains("| `survey`, one source | 86.0 | 4.00 | 0.40 |")
                .contains("| 2 | LCS | – | 0.95 | – | 0.50 |")
                .contains("| Cassandra and repair | repair --full | 50.0 | 100.0 | 1.0 |")
                .doesNotContain("| `direct` |");
    }

    @Test
    void runsAreReadBackAndNotRunAgain() throws IOException {
        Path file = directory.resolve("results.jsonl");
        MttrRun run = run(ReplaceWay.CASSANDRA, 1, true, 100, 150.0);
        new Results(file).add(run);

        Results read = new Results(file);

        assertThat(read.with(30_000)).containsExactly(run);
        assertThat(read.with(1_000)).isEmpty();
        DataSpec set = new DataSpec("LCS", 1, 3, true);
        assertThat(read.has(set, ReplaceWay.CASSANDRA, 1, 30_000)).isTrue();
        assertThat(read.has(set, ReplaceWay.CASSANDRA, 2, 30_000)).isFalse();
        assertThat(read.has(set, ReplaceWay.SURVEY, 1, 30_000)).isFalse();
        assertThat(read.has(set, ReplaceWay.CASSANDRA, 1, 1_000)).isFalse();
        assertThat(Files.readAllLines(file)).hasSize(1);
    }

    @Test
    void sizesAndStrategiesSelectDataSets() {
        assertThat(MttrSettings.of(Map.of("SIZES", "", "WAYS", "")).sets())
                .extracting(DataSpec::name)
                .containsExactly("LCS-1", "LCS-2", "LCS-4", "STCS-2", "UCS-2", "LCS-8");
        MttrSettings some = MttrSettings.of(
                Map.of("SIZES", "0.5,2", "STRATEGIES", "UCS", "WAYS", "direct,survey-one", "ROUNDS", "2"));
        assertThat(some.sets()).containsExactly(new DataSpec("UCS", 0.5, 2, true), new DataSpec("UCS", 2, 2, true));
        assertThat(some.ways()).containsExactly(ReplaceWay.DIRECT, ReplaceWay.SURVEY_ONE);
    }

    @Test
    void theRingOfTheSeedHasItsOwnSizesWaysAndResults() {
        MttrSettings seed = MttrSettings.of(Map.of("RING", "seed", "SIZES", "", "STRATEGIES", "LCS"));

        assertThat(MttrSettings.of(Map.of("RING", "")).ring()).isEqualTo(RingKind.VNODES);
        assertThat(seed.ring()).isEqualTo(RingKind.SEED);
        assertThat(MttrSettings.of(Map.of("RING", "seed")).sets())
                .extracting(DataSpec::name)
                .containsExactly("LCS-1", "LCS-2");
        assertThat(seed.ways()).containsExactly(ReplaceWay.CASSANDRA, ReplaceWay.DIRECT, ReplaceWay.SURVEY);
        assertThat(RingKind.SEED.directory(directory)).isNotEqualTo(RingKind.VNODES.directory(directory));
        assertThat(RingKind.SEED.marks()).isNotEqualTo(RingKind.VNODES.marks());
    }

    @Test
    void anUnknownRingAndAnotherCompactionThanTheSeedsAreRefused() {
        assertThatThrownBy(() -> MttrSettings.of(Map.of("RING", "star")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("RING: unknown ring star (expected: one of [vnodes, seed])");
        assertThatThrownBy(() -> MttrSettings.of(Map.of("RING", "seed", "STRATEGIES", "UCS")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the table of RING=seed has LCS");
    }

    private static MttrRun run(ReplaceWay way, double gib, boolean fitted, double seconds, @Nullable Double repaired) {
        return new MttrRun(
                "LCS",
                gib,
                fitted,
                way,
                1,
                30_000,
                "2026-01-01T00:00:00Z",
                seconds,
                way == ReplaceWay.SURVEY ? 40.0 : null,
                seconds,
                repaired,
                null,
                List.of(new Phase("streaming", seconds)),
                0,
                0,
                3000,
                2,
                10,
                0,
                "a machine");
    }
}
