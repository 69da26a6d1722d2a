/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.cassandra.importing;

import java.nio.file.Path;
import java.util.Set;

/**
 * What Cassandra said about an import. It can say DONE and have taken nothing, and fail after it took files: so look
 * what is left in the directories, whatever this says.
 *
 * @param failed the directories that Cassandra named
 * @param output what was said, cut to a bounded length: nodetool's output, or the exception's message
 */
public record ImportOutcome(Status status, Set<Path> failed, String output) {
    public ImportOutcome {
        failed = Set.copyOf(failed);
    }

    /** How it ended. */
    public enum Status {
        /** Without complaint: everything was taken, or nothing was found. */
        DONE,
        /** Some directories were refused, each as a whole; the others were taken. */
        SOME_FAILED,
        /** With an exception: a directory is missing or not writable, or adding the files failed half-way. */
        ERROR,
        /** Not known: Cassandra did not answer in time, and may still be at it. */
        UNKNOWN
    }
}
