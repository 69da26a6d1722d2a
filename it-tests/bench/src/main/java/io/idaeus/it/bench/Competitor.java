/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Somebody who moves the files of a set. Opened once for a set, run many times, closed. */
interface Competitor extends AutoCloseable {

    /** As COMPETITORS and results.json say it. */
    String name();

    /** How many it moves bytes over. */
    int connections();

    /** The commands it needs. */
    List<String> needs();

    /** Why it cannot run on this set although its commands are there. */
    default Optional<String> objection(DataSet set) {
        return Optional.empty();
    }

    /** Whether its processes live over all runs and get faster at first. */
    default boolean warmsUp() {
        return false;
    }

    /** Starts what lives over all runs. Its files go to {@code scratch}. */
    void open(DataSet set, Path scratch) throws IOException;

    /** Moves the set into the directory, which is new and empty. */
    Sample run(Path destination) throws IOException;

    /** Where a run leaves the files: those of the set or, where it takes that, those of its tar, in their order. */
    List<Path> landed(Path destination);

    @Override
    void close();
}
