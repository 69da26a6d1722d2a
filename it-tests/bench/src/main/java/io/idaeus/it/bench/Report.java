/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The results as results.json and as a Markdown table. */
record Report(List<Result> results, String machine) {
    private static final String BEGIN = "<!-- make bench: begin -->";
    private static final String END = "<!-- make bench: end -->";
    private static final String HEAD = """
            | set | competitor | conn. | MiB/s: median (min–max) | CPU s/GiB: sender | receiver | both | peak RSS MiB: sender | receiver | loop stall p99 ms: sender | receiver |
            |---|---|---|---|---|---|---|---|---|---|---|
            """;

    void writeJson(Path file) throws IOException {
        new ObjectMapper()
                .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(file.toFile(), results);
    }

    String markdown() {
        return HEAD + results.stream().map(Report::line).collect(Collectors.joining()) + "\n" + machine + "; "
                + results.stream().mapToInt(Result::runs).max().orElse(0) + " runs, interleaved.\n";
    }

    /** Replaces what stands between the two marks of a document. */
    void update(Path document) throws IOException {
        String text = Files.readString(document);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(document + ": no lines " + BEGIN + " and " + END);
        }
        Files.writeString(document, text.substring(0, begin) + BEGIN + "\n" + markdown() + text.substring(end));
    }

    private static String line(Result result) {
        Spread rate = result.mibPerSecond();
        Sides cpu = result.cpuSecondsPerGiB();
        return "| %s | %s | %d | %,.0f (%,.0f–%,.0f) | %.2f | %.2f | %.2f | %.0f | %.0f | %s |%n"
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
                        stalls(result.stallP99Millis()));
    }

    private static String stalls(@Nullable Sides stalls) {
        return stalls == null ? "– | –" : "%.1f | %.1f".formatted(stalls.sender(), stalls.receiver());
    }
}
