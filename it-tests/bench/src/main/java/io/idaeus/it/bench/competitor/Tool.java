/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench.competitor;

import io.idaeus.it.bench.data.DataSet;
import io.idaeus.it.bench.measure.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A competitor made of commands: an optional server for all runs, and a receiver for each run. */
interface Tool {
    String name();

    int connections();

    List<String> needs();

    /** Returns a server that is ready; empty if the tool has none. */
    Optional<Server> serve(DataSet set, Path scratch) throws IOException;

    /** The command that moves the set into the destination. */
    List<String> receive(DataSet set, Path scratch, Path destination) throws IOException;

    default List<Path> landed(DataSet set, Path destination) {
        return set.index().files().stream()
                .map(file -> destination.resolve(file.path()))
                .toList();
    }
}
