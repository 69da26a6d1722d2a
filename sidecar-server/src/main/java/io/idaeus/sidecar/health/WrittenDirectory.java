/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Whether the sidecar can use a directory that it writes. */
public final class WrittenDirectory {
    private WrittenDirectory() {}

    /** @param dataDirectories Cassandra's */
    public static List<String> failures(Path directory, List<Path> dataDirectories) {
        List<String> failures = new ArrayList<>();
        dataDirectories.stream()
                .filter(data -> isWithin(directory, data))
                .forEach(data -> failures.add(directory + " lies within Cassandra's data directory " + data
                        + ": move it outside, since Cassandra reads what is inside"));
        if (!Files.isDirectory(directory)) {
            failures.add(directory + " is not a directory");
        } else if (!Files.isWritable(directory)) {
            failures.add(directory + " is not writable");
        }
        return failures;
    }

    private static boolean isWithin(Path directory, Path data) {
        try {
            return directory.toRealPath().startsWith(data.toRealPath());
        } catch (IOException missing) {
            return false;
        }
    }
}
