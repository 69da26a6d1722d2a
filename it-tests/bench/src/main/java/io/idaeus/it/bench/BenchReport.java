/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.idaeus.it.bench.measure.MarkedText;
import io.idaeus.it.bench.measure.Sides;
import io.idaeus.it.bench.measure.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results as JSON and as a Markdown table.
 *
 * @param machine the hardware and software of the runs
 */
record BenchReport(List<Result> results, String machine) {
    private static final MarkedText MARKS = new MarkedText("make bench");
    private static final int SET = 7;
    private static final String HEAD = """
            | set | competitor | conn. | MiB/s: median (min–max) | CPU s/GiB: sender | receiver | both | peak RSS MiB: sender | receiver | heap MiB: sender | receiver | direct MiB: sender | receiver | event-loop delay p99 ms: sender | receiver | machine | runs |
            |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
            """;

    void writeJson(Path file) throws IOException {
        new ObjectMapper()
                .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(file.toFile(), results);
    }

    String markdown() {
        return table(results.stream().map(BenchReport::line).toList());
    }

    private String table(List<String> lines) {
        return HEAD + String.join("", lines) + "\n" + machine + "; the runs of a set are interleaved.\n";
    }

    /** Replaces the table between the two marks of a document. Lines of sets that were not measured stay. */
    void update(Path document) throws IOException {
        List<String> lines = new ArrayList<>();
        MARKS.read(document)
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith(HEAD.substring(0, SET)))
                .filter(line -> results.stream().noneMatch(result -> line.startsWith("| " + result.set() + " |")))
                .map(line -> line + "\n")
                .forEach(lines::add);
        results.stream().map(BenchReport::line).forEach(lines::add);
        MARKS.replace(document, table(lines));
    }

    private static String line(Result result) {
        Spread rate = result.mibPerSecond();
        Sides cpu = result.cpuSecondsPerGiB();
        return "| %s | %s | %d | %,.0f (%,.0f–%,.0f) | %.2f | %.2f | %.2f | %.0f | %.0f | %s | %s | %s | %s | %d |%n"
                .formatted(
                        result.set(),
                        result.competitor(),
                        result.connections(),
                        rate.median(),
                        rate.min(),
                        rate.max(),
                        cpu.sender(),
                        cpu.receiver(),
                        cpu.sender() + cpu.receiver(),
                        result.peakRssMiB().sender(),
                        result.peakRssMiB().receiver(),
                        both(result.peakHeapMiB()),
                        both(result.peakDirectMiB()),
                        both(result.eventLoopDelayP99Millis()),
                        one(result.machineDelayP99Millis()),
                        result.runs());
    }

    private static String one(@Nullable Double figure) {
        return figure == null ? "–" : "%.1f".formatted(figure);
    }

    private static String both(@Nullable Sides sides) {
        return sides == null ? "– | –" : "%.1f | %.1f".formatted(sides.sender(), sides.receiver());
    }
}
