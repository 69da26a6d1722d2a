/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.doctor;

import io.idaeus.client.Diagnosis;
import io.idaeus.sidecar.config.CassandraData;
import io.idaeus.sidecar.config.SidecarConfig;
import io.idaeus.sidecar.health.ReadableTree;
import io.idaeus.sidecar.health.WrittenDirectory;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Whether Cassandra's directories can be read, and those that the sidecar writes can be written, have space, and lie outside of Cassandra's. */
final class DirectoryCheck {
    private static final long MIB = 1L << 20;
    private static final long LITTLE_STATE = 100 * MIB;
    private static final long LITTLE_STAGING = 1024 * MIB;

    private final SidecarConfig config;
    private final List<Path> dataDirectories;
    private final CheckLimit deadline;

    /** @param dataDirectories Cassandra's; empty where it does not answer */
    DirectoryCheck(SidecarConfig config, List<Path> dataDirectories, CheckLimit deadline) {
        this.config = config;
        this.dataDirectories = dataDirectories;
        this.deadline = deadline;
    }

    void examine(Consumer<Diagnosis> report) {
        List<Path> roots = config.staging().roots();
        dataDirectories.forEach(data -> examine("data", data, () -> data(data, roots), report));
        Path state = config.stateDirectory();
        examine("state", state, () -> written("state", state, LITTLE_STATE), report);
        roots.forEach(root -> examine("staging", root, () -> written("staging", root, LITTLE_STAGING), report));
        if (roots.isEmpty()) {
            report.accept(Diagnosis.warn(
                    "staging",
                    "staging.roots is empty: this node can be a source, but not a destination",
                    "add a directory on the file system of each data directory to staging.roots"));
        }
        Path audit = config.audit().file();
        if (audit != null && !state.equals(audit.getParent())) {
            Path directory = Objects.requireNonNull(audit.toAbsolutePath().getParent());
            examine("audit", directory, () -> written("audit", directory, LITTLE_STATE), report);
        }
    }

    private void examine(String check, Path directory, Supplier<Diagnosis> question, Consumer<Diagnosis> report) {
        deadline.examine(check, directory.toString(), () -> List.of(question.get()))
                .forEach(report);
    }

    static Diagnosis data(Path directory, List<Path> stagingRoots) {
        Optional<String> unreadable = ReadableTree.failure(directory);
        if (unreadable.isPresent()) {
            return Diagnosis.fail("data", unreadable.get(), "run the sidecar as Cassandra's user: User= of its unit");
        }
        if (!Files.isDirectory(directory)) {
            return Diagnosis.fail(
                    "data",
                    directory + ", a data directory of Cassandra, is not on this host",
                    "run the sidecar where Cassandra's files are: on its host, or with its volume mounted there");
        }
        return stagingRoots.isEmpty() || stagingRoots.stream().anyMatch(root -> onOneFileSystem(root, directory))
                ? Diagnosis.ok("data", directory + " can be read")
                : Diagnosis.warn(
                        "data",
                        "no staging root is on the file system of " + directory,
                        "add a directory of that file system to staging.roots");
    }

    private static boolean onOneFileSystem(Path root, Path data) {
        try {
            FileStore there = Files.getFileStore(existing(root));
            return there.equals(Files.getFileStore(data));
        } catch (IOException unknown) {
            return false;
        }
    }

    private Diagnosis written(String check, Path directory, long little) {
        Path existing = existing(directory);
        List<String> failures = WrittenDirectory.failures(existing, cassandras(existing));
        if (failures.isEmpty()) {
            // Not by the table of mounts, which does not name the root of a chroot.
            return space(check, directory, existing, existing.toFile().getUsableSpace(), little);
        }
        boolean there = existing.equals(directory);
        return Diagnosis.fail(
                check,
                (there ? "" : directory + " is not there and cannot be created: ") + String.join("; ", failures),
                (there ? "chown USER " : "install -d -m 0750 -o USER ") + directory
                        + ", USER being the sidecar's; or name another directory in the configuration");
    }

    /** While Cassandra is down, its files tell which directories are its own. */
    private List<Path> cassandras(Path directory) {
        return dataDirectories.isEmpty()
                ? CassandraData.directoryAround(directory).stream().toList()
                : dataDirectories;
    }

    /** The directory, or what of its path exists: the sidecar creates the rest when it starts. */
    static Path existing(Path directory) {
        Path path = directory.toAbsolutePath();
        while (!Files.exists(path) && path.getParent() != null) {
            path = path.getParent();
        }
        return path;
    }

    static Diagnosis space(String check, Path directory, Path existing, long free, long little) {
        String state = existing.equals(directory) ? " can be written" : " can be created";
        String found = "%s%s, with %d MiB free".formatted(directory, state, free / MIB);
        return free < little
                ? Diagnosis.warn(
                        check, found, "free space on this file system: at least %d MiB".formatted(little / MIB))
                : Diagnosis.ok(check, found);
    }
}
