/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer;

import io.idaeus.api.ManifestComponent;
import io.idaeus.sidecar.planning.PlannedSstable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * What is in staging of an SSTable once an import may have begun. Cassandra renames its components into the data directory
 * one by one: Data.db after all but those that it makes anew when it opens an SSTable without them
 * (SSTableReader.moveAndOpenSSTable; SSTableWriter.rename in 4.x, SSTable.rename since 5.0). While it is here, the SSTable
 * is not there, and Cassandra deletes at its next start what it had moved.
 *
 * @param names of the files
 */
record StagedComponents(PlannedSstable sstable, Set<String> names) {
    private static final Set<String> MADE_ANEW = Set.of("Filter.db", "Summary.db");

    /** An import writes its level and repair state there before it moves anything: no longer what was proven. */
    private static final String REWRITTEN = "-Statistics.db";

    static StagedComponents of(PlannedSstable sstable) {
        try {
            return new StagedComponents(sstable, Set.copyOf(Staging.left(sstable.directory())));
        } catch (IOException e) {
            throw LocalDiskException.at(
                    sstable.directory(), "cannot look at the staging directory " + sstable.directory(), e);
        }
    }

    /** Whether all is gone that a reader cannot do without: to Cassandra, or nobody knows where. */
    boolean isTaken() {
        return sstable.components().stream()
                .map(ManifestComponent::name)
                .noneMatch(component -> isHere(component) && !MADE_ANEW.contains(component));
    }

    /** Whether it is neither here nor there. */
    boolean isSplit() {
        return !isTaken()
                && !sstable.components().stream().map(ManifestComponent::name).allMatch(this::isHere);
    }

    private boolean isHere(String component) {
        return names.contains(sstable.name() + "-" + component);
    }

    /** Leaves nothing that would pass for what was fetched and is not. */
    void dropRewritten() {
        Path statistics = sstable.directory().resolve(sstable.name() + REWRITTEN);
        try {
            Files.deleteIfExists(statistics);
        } catch (IOException e) {
            throw LocalDiskException.at(sstable.directory(), "cannot delete " + statistics, e);
        }
    }
}
