/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.soak;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The resources that both sidecars hold at one moment. */
record ResourceReading(Footprint source, Footprint destination) {
    private static final String ROW = "%-34s %10s %10s %12s %10s%n";
    private static final double MEBIBYTE = 1 << 20;

    /** True if no transfer holds anything. */
    boolean isIdle() {
        return source.isIdle() && destination.isIdle();
    }

    /**
     * @param transfers made since
     * @return what grew, in words
     */
    List<String> growthSince(ResourceReading before, int transfers) {
        List<String> more = new ArrayList<>();
        source.growthSince(before.source, 0).forEach(each -> more.add("source: " + each));
        destination.growthSince(before.destination, transfers).forEach(each -> more.add("destination: " + each));
        return more;
    }

    void printBeside(ResourceReading before, PrintStream out) {
        out.printf(ROW, "", "source", "after", "destination", "after");
        row(out, "open descriptors", before, Footprint::descriptors);
        row(out, "threads", before, Footprint::threads);
        row(out, "heap in use, MiB", before, footprint -> "%.1f".formatted(footprint.heap() / MEBIBYTE));
        row(out, "snapshots", before, Footprint::snapshots);
        row(out, "snapshot directories on disk", before, Footprint::snapshotDirectories);
        row(out, "leases", before, Footprint::leases);
        row(out, "directories in staging", before, Footprint::staged);
        row(out, "transfer records and plans", before, Footprint::records);
        row(out, "other state files", before, Footprint::otherFiles);
    }

    private void row(PrintStream out, String what, ResourceReading before, Function<Footprint, Object> figure) {
        out.printf(
                ROW,
                what,
                figure.apply(before.source),
                figure.apply(source),
                figure.apply(before.destination),
                figure.apply(destination));
    }
}
