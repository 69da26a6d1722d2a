/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.statistics;

import io.idaeus.sidecar.sstable.file.ComponentFile;
import io.idaeus.sidecar.sstable.file.Cursor;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.index.KeyRange;
import io.idaeus.sidecar.sstable.name.SstableVersion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what Statistics.db says.
 *
 * @param keys null if not recorded
 */
public record StatisticsFile(
        Statistics statistics,
        HeaderSection header,
        @Nullable KeyRange keys) {
    /** Reads the statistics from the file at this path. */
    public static Statistics read(Path path, SstableVersion version) throws SstableException {
        try (ComponentFile file = ComponentFile.open(path)) {
            return read(file, version).statistics();
        }
    }

    public static StatisticsFile read(ComponentFile file, SstableVersion version) throws SstableException {
        StatisticsSections sections = StatisticsSections.read(file);
        Cursor validation = sections.body(StatisticsSections.VALIDATION);
        String partitioner = validation.utf();
        double fpChance = validation.f64();
        validation.end();
        Partitioners.requireMurmur3(partitioner);
        StatsBody stats = new StatsBody(sections.body(StatisticsSections.STATS), version);
        Statistics statistics = stats.read(fpChance);
        HeaderSection header = header(sections.body(StatisticsSections.HEADER));
        return new StatisticsFile(statistics, header, stats.keys());
    }

    private static HeaderSection header(Cursor in) throws SstableException {
        // The minima that rows are encoded against; the statistics have them too.
        in.vint();
        in.vint();
        in.vint();
        String key = in.vintUtf();
        List<String> clustering = types(in);
        HeaderSection header = new HeaderSection(key, clustering, columns(in), columns(in));
        in.end();
        return header;
    }

    static List<String> types(Cursor in) throws SstableException {
        int count = in.count(in.vint(), 1);
        List<String> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(in.vintUtf());
        }
        return types;
    }

    private static List<HeaderSection.Column> columns(Cursor in) throws SstableException {
        int count = in.count(in.vint(), 2);
        List<HeaderSection.Column> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(new HeaderSection.Column(in.vintUtf(), in.vintUtf()));
        }
        return columns;
    }
}
