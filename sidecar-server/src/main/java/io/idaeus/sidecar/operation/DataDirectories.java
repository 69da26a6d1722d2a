/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.operation;

import io.idaeus.api.ProblemType;
import io.idaeus.api.node.DataDirectory;
import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.disk.StalledScanException;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.UnreadableFiles;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cassandra's data directories as this machine sees them. */
public final class DataDirectories {
    private final List<Path> stagingRoots;

    public DataDirectories(List<Path> stagingRoots) {
        this.stagingRoots = List.copyOf(stagingRoots);
    }

    List<DataDirectory> staging() {
        return stagingRoots.stream().filter(Files::exists).map(this::describe).toList();
    }

    DataDirectory describe(Path directory) {
        try {
            return DirectoryScans.ofProcess().run(List.of(directory), DirectoryScans.SHORT, () -> {
                FileStore store = Files.getFileStore(directory);
                return new DataDirectory(
                        directory.toString(), store.getTotalSpace(), store.getUsableSpace(), stagingRoot(store));
            });
        } catch (StalledScanException e) {
            // It may be back in a moment: whoever asks tries again.
            throw new ProblemException(
                    ProblemType.CASSANDRA_UNAVAILABLE,
                    "Cannot read " + directory + ": " + e.getMessage() + "; check the disk, or the server of the mount",
                    e);
        } catch (IOException e) {
            throw UnreadableFiles.problem(directory, e);
        }
    }

    private @Nullable String stagingRoot(FileStore store) throws IOException {
        for (Path root : stagingRoots) {
            DirectoryScans.at(root);
            if (Files.exists(root) && Files.getFileStore(root).equals(store)) {
                return root.toString();
            }
        }
        return null;
    }
}
