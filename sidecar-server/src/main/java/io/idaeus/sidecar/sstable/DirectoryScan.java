/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable;

import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.sstable.name.Component;
import io.idaeus.sidecar.sstable.name.ComponentName;
import io.idaeus.sidecar.sstable.name.Descriptor;
import io.idaeus.sidecar.sstable.name.FileStamp;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Lists a directory once. Files that disappear meanwhile are left out. */
final class DirectoryScan {
    private final Path directory;
    private final Map<Descriptor, FoundSstable> found = new TreeMap<>();

    private DirectoryScan(Path directory) {
        this.directory = directory;
    }

    // By descriptor; the caller may remove them. A missing directory is empty.
    static Collection<FoundSstable> of(Path directory) throws IOException {
        DirectoryScan scan = new DirectoryScan(directory);
        DirectoryScans.at(directory);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                scan.visit(file);
            }
        } catch (NoSuchFileException e) {
            return scan.found.values();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        scan.found.values().forEach(sstable -> sstable.components().sort(Comparator.comparing(Component::name)));
        return scan.found.values();
    }

    private void visit(Path file) throws IOException {
        Optional<ComponentName> parsed = ComponentName.parse(String.valueOf(file.getFileName()));
        if (parsed.isPresent()) {
            look(
                    file,
                    ComponentName.shared(parsed.get().component()),
                    () -> found.computeIfAbsent(
                            parsed.get().descriptor(), descriptor -> new FoundSstable(descriptor, directory)));
        }
    }

    private static void look(Path file, String component, Supplier<FoundSstable> sstable) throws IOException {
        Optional<FileStamp> stamp;
        try {
            DirectoryScans.at(file);
            stamp = FileStamp.of(file);
        } catch (NoSuchFileException e) {
            return;
        }
        stamp.ifPresentOrElse(
                regular -> sstable.get().components().add(new Component(component, regular)),
                () -> sstable.get().notFiles().add(component));
    }
}
