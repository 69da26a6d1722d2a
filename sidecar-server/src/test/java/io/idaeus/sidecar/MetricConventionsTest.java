/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real scrape, as {@code promtool check metrics} reads it. */
class MetricConventionsTest {
    private static final Pattern SERIES = Pattern.compile("(?m)^\\w+(\\{.*})? ");

    @Test
    void namesUnitsAndHelpFollowPrometheusConventions(@TempDir Path directory) throws Exception {
        Promtool.assumeInstalled();

        assertThat(Promtool.checkMetrics(Files.writeString(directory.resolve("scrape"), scrape(directory))))
                .isEmpty();
    }

    /** Series by labels that others choose are bounded elsewhere: see {@code PeerCountersTest}. */
    @Test
    void aScrapeStaysSmall(@TempDir Path directory) throws Exception {
        String scrape = scrape(directory);

        assertThat(SERIES.matcher(scrape).results().count()).isBetween(100L, 600L);
    }

    private static String scrape(Path directory) throws Exception {
        try (RunningSidecar sidecar = RunningSidecar.start(directory)) {
            return Scrape.whole(sidecar);
        }
    }
}
