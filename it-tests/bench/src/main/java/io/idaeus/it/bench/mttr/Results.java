/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.mttr;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The measurements, one line for each run, so that an interrupted benchmark goes on where it stopped. */
final class Results {
    private final ObjectMapper json = new ObjectMapper();
    private final Path file;
    private final List<MttrRun> runs = new ArrayList<>();

    Results(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                runs.add(json.readValue(line, MttrRun.class));
            }
        }
    }

    /** Other delays make other times, which belong into no table with these. */
    List<MttrRun> with(int ringDelayMillis) {
        return runs.stream()
                .filter(run -> run.ringDelayMillis() == ringDelayMillis)
                .toList();
    }

    void add(MttrRun run) throws IOException {
        Files.writeString(
                file, json.writeValueAsString(run) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        runs.add(run);
    }

    boolean has(DataSpec set, ReplaceWay way, int round, int ringDelay) {
        return runs.stream().anyMatch(run -> run.is(set, way, round, ringDelay));
    }
}
