/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import java.nio.file.Path;
import java.util.Set;

/**
 * The outcome that Cassandra reported. DONE can mean that nothing was taken, and a failure that files were: look at
 * what is left in the directories.
 *
 * @param failed directories that Cassandra named
 * @param output of nodetool, or the exception's message
 */
public record ImportOutcome(Status status, Set<Path> failed, String output) {
    public ImportOutcome {
        failed = Set.copyOf(failed);
    }

    /** Once Cassandra runs no import any more. */
    public ImportOutcome unseen() {
        return new ImportOutcome(Status.UNSEEN, failed, output);
    }

    public enum Status {
        /** Everything was taken, or nothing was found. */
        DONE,
        /** Some directories were refused whole; the others were taken. */
        SOME_FAILED,
        // A directory is missing or not writable, or adding files failed half-way.
        ERROR,
        /** No answer in time; Cassandra may still be importing. */
        UNKNOWN,
        /** Ended after its timeout, or after the connection broke: its answer is lost. */
        UNSEEN
    }
}
