/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** CPU and memory of processes, from /proc. */
public final class Usage {
    private static final double TICKS_PER_SECOND = 100;

    private Usage() {}

    /** Includes the processes it started, also those that have ended. */
    public static double cpuSeconds(long pid) {
        return tree(pid).mapToDouble(each -> seconds(each, 11, 15)).sum();
    }

    /** Ended children of this process only. */
    public static double endedChildrenCpuSeconds() {
        return seconds(ProcessHandle.current().pid(), 13, 15);
    }

    /** The sum of peaks over the process and its running descendants. */
    public static long peakRssBytes(long pid) {
        return tree(pid).mapToLong(Usage::highWater).sum();
    }

    public static void resetPeak(long pid) {
        tree(pid).forEach(each -> {
            try {
                Files.writeString(Path.of("/proc", Long.toString(each), "clear_refs"), "5");
            } catch (IOException e) {
                // The peak then covers the time since the start of the process.
                return;
            }
        });
    }

    private static Stream<Long> tree(long pid) {
        return Stream.concat(
                Stream.of(pid),
                ProcessHandle.of(pid)
                        .map(handle -> handle.descendants().map(ProcessHandle::pid))
                        .orElse(Stream.of()));
    }

    /**
     * Sums fields of /proc/pid/stat, counted from the state on (proc(5)): 11 utime, 12 stime, 13 cutime, 14 cstime.
     */
    private static double seconds(long pid, int from, int to) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            List<String> fields =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
            return fields.subList(from, to).stream().mapToLong(Long::parseLong).sum() / TICKS_PER_SECOND;
        } catch (IOException e) {
            return 0;
        }
    }

    private static long highWater(long pid) {
        try (BufferedReader status = Files.newBufferedReader(Path.of("/proc", Long.toString(pid), "status"))) {
            return highWater(status);
        } catch (IOException e) {
            return 0;
        }
    }

    /** VmHWM of an open /proc/pid/status in bytes; 0 if the process ends during the read. */
    static long highWater(BufferedReader status) {
        try {
            for (String line = status.readLine(); line != null; line = status.readLine()) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
                }
            }
            return 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
