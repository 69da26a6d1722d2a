/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A competitor made of commands: perhaps one that serves over all runs, and one a run that receives. */
interface Tool {
    String name();

    int connections();

    List<String> needs();

    /** Starts what serves the set, ready when this returns; empty where nothing does. */
    Optional<Server> serve(DataSet set, Path scratch) throws IOException;

    /** The command that brings the set into the directory. */
    List<String> receive(DataSet set, Path scratch, Path destination) throws IOException;

    /** Where it leaves the files. */
    default List<Path> landed(DataSet set, Path destination) {
        return set.index().files().stream()
                .map(file -> destination.resolve(file.path()))
                .toList();
    }
}
