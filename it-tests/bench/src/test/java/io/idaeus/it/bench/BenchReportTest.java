/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.idaeus.it.bench.competitor.SidecarBuild;
import io.idaeus.it.bench.measure.Sides;
import io.idaeus.it.bench.measure.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchReportTest {

    @TempDir
    private Path directory;

    private final BenchReport report = new BenchReport(
            List.of(new Result(
                    "hot",
                    "cp",
                    1,
                    Spread.of(List.of(1200.0, 1000.0, 1100.0)),
                    new Sides(0, 0.86),
                    new Sides(0, 2),
                    null,
                    2.44,
                    null,
                    null,
                    3)),
            "a machine");

    @Test
    void theTableReplacesWhatStoodBetweenTheMarksButForOtherSets() throws IOException {
        Path document = directory.resolve("results.md");
        Files.writeString(document, """
                before
                <!-- make bench: begin -->
                | set | competitor |
                |---|---|
                | hot | rsync | old |
                | small | cp | kept |

                another machine
                <!-- make bench: end -->
                after
                """);

        report.update(document);

        assertThat(document)
                .content()
                .startsWith("before\n<!-- make bench: begin -->\n| set |")
                .contains(
                        "| small | cp | kept |\n| hot | cp | 1 | 1,100 (1,000–1,200) | 0.00 | 0.86 | 0.86 | 0 | 2 | – | – | – | – | – | – | 2.4 | 3 |")
                .contains("a machine")
                .doesNotContain("old", "another")
                .containsOnlyOnce("| set |")
                .endsWith("<!-- make bench: end -->\nafter\n");
    }

    @Test
    void aDocumentWithoutMarksIsNotChanged() throws IOException {
        Path document = Files.writeString(directory.resolve("other.md"), "text\n");

        assertThatThrownBy(() -> report.update(document)).isInstanceOf(IOException.class);
        assertThat(document).hasContent("text");
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheMiddleTwo() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(2.5, 1, 4));
    }

    @Test
    void flagsAreThoseOfTheLauncher() {
        assertThat(
                        SidecarBuild.flags(
                                "heap='-Xms64m -Xmx256m'\nexec \"$java\" \\\n  $heap -Dio.netty.a=7 -XX:+Exit \\\n  -cp \"$home\" Main"))
                .containsExactly("-Xms64m", "-Xmx256m", "-Dio.netty.a=7", "-XX:+Exit");
    }
}
