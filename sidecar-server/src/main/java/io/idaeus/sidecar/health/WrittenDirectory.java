/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import io.idaeus.sidecar.disk.DirectoryScans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Whether the sidecar can use a directory that it writes. */
public final class WrittenDirectory {
    private WrittenDirectory() {}

    /** @param dataDirectories Cassandra's */
    public static List<String> failures(Path directory, List<Path> dataDirectories) {
        List<Path> scanned =
                Stream.concat(Stream.of(directory), dataDirectories.stream()).toList();
        try {
            return DirectoryScans.ofProcess()
                    .run(scanned, DirectoryScans.SHORT, () -> found(directory, dataDirectories));
        } catch (IOException e) {
            return List.of(e.getMessage() + "; check the disk, or the server of the mount");
        }
    }

    private static List<String> found(Path directory, List<Path> dataDirectories) {
        List<String> failures = new ArrayList<>();
        dataDirectories.stream()
                .filter(data -> isWithin(directory, data))
                .forEach(data -> failures.add(directory + " lies within Cassandra's data directory " + data
                        + ": move it outside, since Cassandra reads what is inside"));
        DirectoryScans.at(directory);
        if (!Files.isDirectory(directory)) {
            failures.add(directory + " is not a directory");
        } else if (!Files.isWritable(directory)) {
            failures.add(directory + " is not writable");
        }
        return failures;
    }

    private static boolean isWithin(Path directory, Path data) {
        DirectoryScans.at(data);
        try {
            return directory.toRealPath().startsWith(data.toRealPath());
        } catch (IOException missing) {
            return false;
        }
    }
}
