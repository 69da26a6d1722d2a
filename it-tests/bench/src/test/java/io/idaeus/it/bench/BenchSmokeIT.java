/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.idaeus.it.bench.measure.Packages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark on a few MiB: every competitor delivers the bytes and the report has its shape. Ignores times. */
@Tag("surface")
class BenchSmokeIT {

    @TempDir
    private Path directory;

    @Test
    void everyCompetitorDeliversTheBytesAndIsReported() throws IOException {
        List<String> competitors = competitors();
        BenchSettings settings = BenchSettings.of(Map.of(
                "SETS",
                "hot,small",
                "COMPETITORS",
                String.join(",", competitors),
                "RUNS",
                "1",
                "WARMUPS",
                "0",
                "SCALE",
                "0.004"));

        // A competitor whose files differ from the source ends the run with an exception.
        BenchReport report = new Bench(settings, directory).run();

        JsonNode results =
                new ObjectMapper().readTree(directory.resolve("results.json").toFile());
        assertThat(results).hasSize(2 * competitors.size());
        assertThat(report.markdown().lines().filter(line -> line.startsWith("| hot | idaeus |")))
                .hasSize(1);
        for (JsonNode result : results) {
            assertThat(result.get("set").asText()).isIn("hot", "small");
            assertThat(result.get("competitor").asText()).isIn(competitors);
            assertThat(result.get("connections").asInt()).isPositive();
            assertThat(result.get("mibPerSecond").get("median").asDouble())
                    .isBetween(
                            result.get("mibPerSecond").get("min").asDouble(),
                            result.get("mibPerSecond").get("max").asDouble());
            assertThat(result.get("cpuSecondsPerGiB").get("receiver").asDouble())
                    .isNotNegative();
            assertThat(result.get("peakRssMiB").get("receiver").asDouble()).isNotNegative();
            assertThat(result.has("eventLoopDelayP99Millis"))
                    .isEqualTo(result.get("competitor").asText().startsWith("idaeus"));
        }
    }

    private static List<String> competitors() {
        List<String> competitors = new ArrayList<>(List.of("idaeus", "idaeus-zstd", "cp"));
        if (Packages.isThere("gcc")) {
            competitors.add("c-limit");
        }
        return competitors;
    }
}
