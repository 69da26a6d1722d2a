/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A way to move the files of a set. Opened once for a set, run many times, closed. */
public interface Competitor extends AutoCloseable {

    /** As in COMPETITORS and results.json. */
    String name();

    int connections();

    /** Required commands. */
    List<String> needs();

    /** Why it cannot run on this set. */
    default Optional<String> objection(DataSet set) {
        return Optional.empty();
    }

    /** True if its processes live over all runs and get faster at first. */
    default boolean warmsUp() {
        return false;
    }

    /**
     * Starts the processes that live over all runs.
     *
     * @param scratch for their files
     */
    void open(DataSet set, Path scratch) throws IOException;

    /** @param destination new and empty */
    Sample run(Path destination) throws IOException;

    /** The files that a run left, in the order of the set, or of its tar if it moves that. */
    List<Path> landed(Path destination);

    @Override
    void close();
}
