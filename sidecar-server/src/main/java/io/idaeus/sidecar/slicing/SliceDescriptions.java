/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.slicing;

import io.idaeus.api.slice.SliceDescription;
import io.idaeus.api.slice.SliceList;
import io.idaeus.api.slice.SlicePartition;
import io.idaeus.api.slice.SliceParts;
import io.idaeus.api.slice.SliceRun;
import io.idaeus.sidecar.ring.TokenRanges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Answers that are bounded in length and in time. */
public final class SliceDescriptions {
    // Characters, and a few more.
    private static final long MOST = 4L << 20;

    // A run without its key and its bytes of Data.db.
    private static final int RUN = 150;

    // A partition without its key.
    private static final int PARTITION = 60;

    // Peers wait longer.
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private SliceDescriptions() {}

    /** Describes the first file, and as many more as the answer has room for. */
    public static SliceList of(List<SstableFiles> files, TokenRanges wanted) {
        List<SliceDescription> descriptions = new ArrayList<>();
        long length = 0;
        long began = System.nanoTime();
        for (SstableFiles each : files) {
            if (length > MOST || System.nanoTime() - began > LONGEST.toNanos()) {
                break;
            }
            SliceDescription description = SliceDescriber.describe(each, wanted);
            descriptions.add(description);
            length += length(description);
        }
        return new SliceList(descriptions);
    }

    private static long length(SliceDescription description) {
        SliceParts parts = description.parts();
        long length = RUN;
        if (parts != null) {
            for (SliceRun run : parts.runs()) {
                String next = run.next();
                SlicePartition previous = run.previous();
                length += RUN + (next == null ? 0 : next.length());
                length += previous == null ? 0 : PARTITION + previous.key().length();
            }
        }
        return length;
    }
}
