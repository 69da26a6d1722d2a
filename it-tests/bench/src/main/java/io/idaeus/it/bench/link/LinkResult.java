/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.link;

import io.idaeus.it.bench.competitor.Competitor;
import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Sample;
import io.idaeus.it.bench.measure.Sides;
import io.idaeus.it.bench.measure.Spread;
import java.util.List;

/**
 * A competitor on a link: medians over all runs. One entry of results.json.
 *
 * @param share of the link's rate, by the bytes of the files
 * @param latePercent of packets, over all runs
 */
record LinkResult(
        LinkPath path,
        String set,
        String competitor,
        int connections,
        Spread share,
        double mibPerSecond,
        Sides cpuSecondsPerGiB,
        double linkCpuSecondsPerGiB,
        long lost,
        long dropped,
        double latePercent,
        int runs) {
    private static final double MIB = 1024 * 1024;
    private static final double GIB = 1024 * MIB;

    /** @param link what it did during all runs */
    static LinkResult of(LinkPath path, DataSet set, Competitor competitor, List<Sample> runs, LinkCounters link) {
        double seconds = Spread.of(runs.stream().map(Sample::seconds).toList()).median();
        return new LinkResult(
                path,
                set.name(),
                competitor.name(),
                competitor.connections(),
                Spread.of(runs.stream()
                        .map(run -> path.share(set.bytes(), run.seconds()))
                        .toList()),
                set.bytes() / MIB / seconds,
                Sides.median(runs.stream().map(Sample::cpuSeconds).toList()).times(GIB / set.bytes()),
                link.cpuSeconds() / runs.size() * GIB / set.bytes(),
                link.lost(),
                link.dropped(),
                link.latePercent(),
                runs.size());
    }
}
