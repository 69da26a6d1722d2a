/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import java.nio.file.Path;

/** Where an SSTable is that is no longer staged. */
public sealed interface SstableLocation {

    record Live(Path data) implements SstableLocation {}

    /** In the data directory; Cassandra does not read it. */
    record Idle(Path data) implements SstableLocation {}

    /** In the data directory; Cassandra cannot be asked whether it reads it. */
    record Unknown(Path data, String why) implements SstableLocation {}

    /** In no data directory: merged by a compaction, or deleted. Nothing proves that it was live. */
    record Gone() implements SstableLocation {}
}
