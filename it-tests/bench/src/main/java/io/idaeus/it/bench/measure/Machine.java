/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.measure;

import io.idaeus.it.harness.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The machine that the figures were measured on. */
public final class Machine {
    private static final double GIB = 1L << 30;

    // Not in every kernel: KiB of freed memory reported to the host of this virtual machine.
    private static final Path REPORTED = Path.of("/sys/module/page_reporting/parameters/reported_kib");

    // Any process frees this much per second.
    private static final long QUIET_KIB = 32 * 1024;

    private static final int QUIET_SECONDS = 3;
    private static final int PATIENCE_SECONDS = 30;

    private Machine() {}

    /**
     * Waits until the host has reclaimed freed memory. It uses our cores for that, so the next run would pay for it.
     */
    public static void rest() throws IOException {
        if (!Files.isReadable(REPORTED)) {
            return;
        }
        long before = reported();
        int quiet = 0;
        for (int i = 0; i < PATIENCE_SECONDS && quiet < QUIET_SECONDS; i++) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            long now = reported();
            quiet = now - before < QUIET_KIB ? quiet + 1 : 0;
            before = now;
        }
    }

    private static long reported() throws IOException {
        return Long.parseLong(Files.readString(REPORTED).strip());
    }

    public static String describe(Path work) throws IOException {
        return "%d cores (%s), %.0f GiB of memory, %s, Linux %s, Java %s"
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        field("/proc/cpuinfo", "model name").strip(),
                        Long.parseLong(field("/proc/meminfo", "MemTotal").replaceAll("\\D", "")) * 1024 / GIB,
                        Files.getFileStore(work).type(),
                        Command.of("uname", "-r").run().orThrow().stdout().strip(),
                        Runtime.version().feature());
    }

    private static String field(String file, String name) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1))
                    .findFirst()
                    .orElse("0");
        }
    }
}
