/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.idaeus.it.bench.measure.MarkedText;
import io.idaeus.it.bench.measure.Spread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Results on links as JSON and as a Markdown table.
 *
 * @param machine the hardware and software of the runs
 */
record LinkReport(List<LinkResult> results, String machine) {
    private static final MarkedText MARKS = new MarkedText("make bench-link");
    private static final String HEAD = """
            | Gbit/s | RTT ms | loss % | control | buffers MiB | set | competitor | conn. | share of the link: median (min–max) | MiB/s | CPU s/GiB: sender | receiver | link | lost | dropped | late % | runs |
            |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
            """;

    void writeJson(Path file) throws IOException {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), results);
    }

    String markdown() {
        return HEAD + String.join("", results.stream().map(LinkReport::line).toList()) + "\n" + machine + ".\n";
    }

    /** Replaces the table between the two marks of a document. */
    void update(Path document) throws IOException {
        MARKS.replace(document, markdown());
    }

    static String line(LinkResult result) {
        LinkPath path = result.path();
        Spread share = result.share();
        return "| %s | %d | %s | %s | %d/%d | %s | %s | %d | %.2f (%.2f–%.2f) | %,.0f | %.2f | %.2f | %.2f | %,d | %,d | %.1f | %d |%n"
                .formatted(
                        number(path.gigabits()),
                        path.rttMillis(),
                        number(path.lossPercent()),
                        path.control(),
                        path.receiveBuffer() >> 20,
                        path.sendBuffer() >> 20,
                        result.set(),
                        result.competitor(),
                        result.connections(),
                        share.median(),
                        share.min(),
                        share.max(),
                        result.mibPerSecond(),
                        result.cpuSecondsPerGiB().sender(),
                        result.cpuSecondsPerGiB().receiver(),
                        result.linkCpuSecondsPerGiB(),
                        result.lost(),
                        result.dropped(),
                        result.latePercent(),
                        result.runs());
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
    }
}
