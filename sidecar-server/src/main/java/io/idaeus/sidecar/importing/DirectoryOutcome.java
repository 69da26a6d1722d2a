/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of importing one directory.
 *
 * @param left names of the files still in it
 * @param reason why not, or a note where it was imported
 */
public record DirectoryOutcome(
        Path directory,
        State state,
        List<String> left,
        @Nullable String reason) {

    public enum State {
        /** Cassandra took every file, and reads them. */
        IMPORTED,
        NOT_IMPORTED,
        /** Cassandra took the files, and they are in no data directory: nothing proves that they were live. */
        LOST,
        /** Cassandra may still import it, or was restarted before it had decided. */
        UNDECIDED
    }

    public boolean imported() {
        return state == State.IMPORTED;
    }
}
