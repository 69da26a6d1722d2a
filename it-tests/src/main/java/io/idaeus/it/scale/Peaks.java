/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.scale;

import io.idaeus.it.harness.process.ProcessFigures;
import io.idaeus.it.harness.sidecar.SidecarProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A sidecar's peak figures while watched. Ends with the sidecar or when closed. */
final class Peaks implements AutoCloseable {
    /** The watched JVM needs these. */
    static final String[] JVM_OPTIONS = {
        "-Xmx128m", "-XX:NativeMemoryTracking=summary", "-Xlog:gc:file=logs/gc.log:uptime:filecount=0"
    };

    private static final double MEBIBYTE = 1 << 20;
    private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->(\\d+)M\\(");
    private static final int MILLIS = 250;
    private static final int ROUNDS_FOR_DIRECT = 8;

    private final SidecarProcess sidecar;
    private final ProcessFigures figures;
    private final Thread sampler;
    private volatile int descriptors;
    private volatile long direct;

    private Peaks(SidecarProcess sidecar) {
        this.sidecar = sidecar;
        figures = sidecar.figures();
        sampler = new Thread(this::sample, "peaks-" + sidecar.name());
        sampler.setDaemon(true);
    }

    static Peaks watching(SidecarProcess sidecar) {
        Peaks peaks = new Peaks(sidecar);
        peaks.sampler.start();
        return peaks;
    }

    /** Reports descriptors, heap after collections, buffers and resident memory. */
    void reportTo(String side, ScaleReport report) {
        report.atMost(side + " descriptors", descriptors, ScaleBounds.DESCRIPTORS, "");
        report.atMost(side + " heap after GC", heap(), ScaleBounds.HEAP_MIB, "MiB");
        report.atMost(side + " direct", direct / MEBIBYTE, ScaleBounds.DIRECT_MIB, "MiB");
        report.atMost(side + " RSS", figures.peakResidentBytes() / MEBIBYTE, ScaleBounds.RESIDENT_MIB, "MiB");
    }

    /** MiB left by the largest collection. */
    private double heap() {
        Path log = sidecar.directory().resolve("logs").resolve("gc.log");
        try (Stream<String> lines = Files.lines(log)) {
            return lines.flatMap(line -> COLLECTION.matcher(line).results())
                    .mapToDouble(collection -> Double.parseDouble(collection.group(2)))
                    .max()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sample() {
        try {
            for (int round = 0; true; round++) {
                descriptors = Math.max(descriptors, figures.descriptors());
                if (round % ROUNDS_FOR_DIRECT == 0) {
                    direct = Math.max(direct, figures.directBytes());
                }
                Thread.sleep(MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException ended) {
            // The sidecar has ended; the scenario that waits for it reports that.
        }
    }

    @Override
    public void close() {
        sampler.interrupt();
    }
}
