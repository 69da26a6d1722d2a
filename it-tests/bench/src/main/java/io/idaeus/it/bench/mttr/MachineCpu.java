/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** CPU of all processes together, from /proc/stat. A part of it belongs to others where the machine is shared. */
final class MachineCpu {
    private static final double TICKS_PER_SECOND = 100;
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;
    private static final int STEAL = 7;

    private MachineCpu() {}

    static double busySeconds() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            List<Long> ticks = Arrays.stream(lines.findFirst()
                            .orElseThrow()
                            .substring("cpu".length())
                            .strip()
                            .split(" +"))
                    .map(Long::valueOf)
                    .toList();
            long busy =
                    ticks.subList(0, STEAL).stream().mapToLong(Long::longValue).sum();
            return (busy - ticks.get(IDLE) - ticks.get(IO_WAIT)) / TICKS_PER_SECOND;
        }
    }
}
