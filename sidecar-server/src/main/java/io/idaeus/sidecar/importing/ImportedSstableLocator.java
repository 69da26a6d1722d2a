/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.sidecar.cassandra.CassandraDoor;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.sstable.ReadableSstable;
import io.idaeus.sidecar.sstable.SstableCatalog;
import io.idaeus.sidecar.sstable.SstableEntry;
import io.idaeus.sidecar.sstable.UnreadableSstable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Locates SSTables that a failed import took out of staging. Searches the data directories by size and checksum, and
 * asks Cassandra whether it reads the file.
 */
final class ImportedSstableLocator {
    private final CassandraDoor door;
    private final SstableCatalog catalog;

    ImportedSstableLocator(CassandraDoor door, SstableCatalog catalog) {
        this.door = door;
        this.catalog = catalog;
    }

    // Cassandra first moves and renames files, then makes them live, and can fail in between.
    Map<DataFile, SstableLocation> of(TableName table, Set<DataFile> wanted) {
        Map<DataFile, SstableLocation> found = new HashMap<>();
        Set<Long> sizes = wanted.stream().map(DataFile::bytes).collect(Collectors.toSet());
        try {
            for (SstableEntry entry : catalog.live(door.tables().directories(table))) {
                Path data = entry.path("Data.db");
                // By size first, so that few digests of a large table are read.
                boolean mayBeWanted = entry.component("Data.db")
                        .filter(component -> sizes.contains(component.size()))
                        .isPresent();
                DataFile file = mayBeWanted ? DataFile.of(data).orElse(null) : null;
                // Where two have the same bytes, a live one counts: its rows are there.
                if (file != null && wanted.contains(file) && !(found.get(file) instanceof SstableLocation.Live)) {
                    found.put(file, ask(table, entry, data));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the data directories of " + table + " cannot be read", e);
        }
        wanted.forEach(file -> found.putIfAbsent(file, new SstableLocation.Gone()));
        return found;
    }

    private SstableLocation ask(TableName table, SstableEntry entry, Path data) throws IOException {
        if (entry instanceof UnreadableSstable unreadable) {
            return new SstableLocation.Unknown(data, unreadable.problem().toString());
        }
        String key = ((ReadableSstable) entry).metadata().firstKey().hex();
        return isOneOf(data, door.live().holding(table, key))
                ? new SstableLocation.Live(data)
                : new SstableLocation.Idle(data);
    }

    // By file, since Cassandra's paths can use other links than ours.
    private static boolean isOneOf(Path data, Collection<Path> live) throws IOException {
        for (Path file : live) {
            try {
                if (file.getFileName().equals(data.getFileName()) && Files.isSameFile(file, data)) {
                    return true;
                }
            } catch (NoSuchFileException e) {
                // Compacted away since Cassandra answered.
            }
        }
        return false;
    }
}
