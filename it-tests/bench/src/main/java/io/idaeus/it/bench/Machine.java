/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.harness.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the figures were measured on, in a line. */
final class Machine {
    private static final double GIB = 1L << 30;

    private Machine() {}

    static String describe(Path work) throws IOException {
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
