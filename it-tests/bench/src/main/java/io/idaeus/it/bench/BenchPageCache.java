/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.harness.process.Command;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Loads the files of a set into the page cache, or drops them. fincore confirms it. */
final class BenchPageCache {
    private static final int FILES_A_COMMAND = 1000;
    private static final double NEARLY_ALL = 0.995;
    private static final double NEARLY_NONE = 0.005;
    private static final int ATTEMPTS = 3;

    private BenchPageCache() {}

    /** @throws IOException if the kernel does not comply */
    static void prepare(DataSet set) throws IOException {
        List<Path> files =
                Stream.concat(set.files().stream(), set.tar().stream()).toList();
        double resident = residency(files);
        for (int attempt = 0; attempt < ATTEMPTS && !wanted(set, resident); attempt++) {
            if (set.cold()) {
                evict(files);
            } else {
                read(files);
            }
            resident = residency(files);
        }
        if (!wanted(set, resident)) {
            throw new IOException("set %s: %.1f %% of its bytes are in the page cache (expected: %s)"
                    .formatted(
                            set.name(),
                            resident * 100,
                            set.cold() ? "none" : "all of them; free some memory or set SCALE"));
        }
    }

    private static boolean wanted(DataSet set, double resident) {
        return set.cold() ? resident <= NEARLY_NONE : resident >= NEARLY_ALL;
    }

    /** The fraction of the bytes that is resident. */
    static double residency(List<Path> files) throws IOException {
        double resident = 0;
        double size = 0;
        for (List<String> some : inParts(files)) {
            List<String> command = new ArrayList<>(List.of("fincore", "--bytes", "--noheadings", "-o", "RES,SIZE"));
            command.addAll(some);
            for (String line :
                    Command.of(command).run().orThrow().stdout().lines().toList()) {
                String[] numbers = line.strip().split("\\s+", -1);
                resident += Double.parseDouble(numbers[0]);
                size += Double.parseDouble(numbers[1]);
            }
        }
        // fincore counts whole pages, also for a file's last bytes.
        return size == 0 ? 0 : Math.min(1, resident / size);
    }

    private static void evict(List<Path> files) {
        for (Path file : files) {
            // dd's nocache is posix_fadvise DONTNEED.
            Command.of("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
                    .run()
                    .orThrow();
        }
    }

    private static void read(List<Path> files) throws IOException {
        byte[] buffer = new byte[1024 * 1024];
        for (Path file : files) {
            try (InputStream in = Files.newInputStream(file)) {
                int got = in.read(buffer);
                while (got >= 0) {
                    got = in.read(buffer);
                }
            }
        }
    }

    private static List<List<String>> inParts(List<Path> files) {
        List<List<String>> parts = new ArrayList<>();
        for (int i = 0; i < files.size(); i += FILES_A_COMMAND) {
            parts.add(files.subList(i, Math.min(files.size(), i + FILES_A_COMMAND)).stream()
                    .map(Path::toString)
                    .toList());
        }
        return parts;
    }
}
