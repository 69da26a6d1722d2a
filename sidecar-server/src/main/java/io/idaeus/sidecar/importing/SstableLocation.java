/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import java.nio.file.Path;

/** Where an SSTable is that is no longer staged. */
public sealed interface SstableLocation {

    /** Cassandra reads it: this Data.db is of a live SSTable. */
    record Live(Path data) implements SstableLocation {}

    /** It lies in the data directory, and Cassandra does not read it. */
    record Idle(Path data) implements SstableLocation {}

    /** It lies in the data directory, and whether Cassandra reads it cannot be asked. */
    record Unknown(Path data, String why) implements SstableLocation {}

    /**
     * It is in no data directory. Cassandra deletes only what was live, after a compaction for instance, so it was
     * live.
     */
    record Gone() implements SstableLocation {}
}
