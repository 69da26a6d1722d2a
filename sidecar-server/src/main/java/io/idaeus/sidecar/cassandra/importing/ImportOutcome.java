/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import java.nio.file.Path;
import java.util.Set;

/**
 * What Cassandra reported. DONE can mean that nothing was taken, and a failure that files were: always look at what is left
 * in the directories.
 *
 * @param failed the directories that Cassandra named
 * @param output nodetool's output or the exception's message, cut to a bounded length
 */
public record ImportOutcome(Status status, Set<Path> failed, String output) {
    public ImportOutcome {
        failed = Set.copyOf(failed);
    }

    public enum Status {
        /** Without an error: everything was taken, or nothing was found. */
        DONE,
        /** Some directories were refused as a whole; the others were taken. */
        SOME_FAILED,
        /** With an exception: a directory is missing or not writable, or adding files failed half-way. */
        ERROR,
        /** Cassandra did not answer in time, and may still be importing. */
        UNKNOWN
    }
}
