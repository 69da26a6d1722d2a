/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import io.idaeus.api.snapshot.ManifestComponent;
import io.idaeus.sidecar.selection.SelectedSstable;
import io.idaeus.sidecar.store.LocalDiskException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * An SSTable's components in staging, once an import may have begun. Cassandra renames them into the data directory one
 * by one, Data.db after all that it cannot rebuild (SSTableReader.moveAndOpenSSTable; SSTableWriter.rename in 4.x,
 * SSTable.rename since 5.0). While Data.db is in staging, Cassandra deletes at its next start what it had moved.
 *
 * @param names of the files in staging
 */
record StagedComponents(SelectedSstable sstable, Set<String> names) {
    private static final Set<String> REBUILT = Set.of("Filter.db", "Summary.db");

    // An import writes the level and the repair state there before it moves anything: it is no longer what was proven.
    private static final String REWRITTEN = "-Statistics.db";

    static StagedComponents of(SelectedSstable sstable) {
        try {
            return new StagedComponents(sstable, Set.copyOf(Staging.left(sstable.directory())));
        } catch (IOException e) {
            throw LocalDiskException.at(
                    sstable.directory(), "cannot list the staging directory " + sstable.directory(), e);
        }
    }

    /** Whether everything that a reader needs has left staging. */
    boolean isTaken() {
        return sstable.components().stream()
                .map(ManifestComponent::name)
                .noneMatch(component -> isStaged(component) && !REBUILT.contains(component));
    }

    /** Whether it is partly in staging. */
    boolean isSplit() {
        return !isTaken()
                && !sstable.components().stream().map(ManifestComponent::name).allMatch(this::isStaged);
    }

    private boolean isStaged(String component) {
        return names.contains(sstable.name() + "-" + component);
    }

    /** Deletes what would pass for fetched and was rewritten. */
    void dropRewritten() {
        Path statistics = sstable.directory().resolve(sstable.name() + REWRITTEN);
        try {
            Files.deleteIfExists(statistics);
        } catch (IOException e) {
            throw LocalDiskException.at(sstable.directory(), "cannot delete " + statistics, e);
        }
    }
}
