/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.sidecar.durable.DurableFiles;
import io.idaeus.sidecar.sstable.file.SstableException;
import io.idaeus.sidecar.sstable.statistics.ReplayIntervals;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** The Statistics.db files of a staged directory. */
final class StagedStatistics {
    private static final String DRAFT = ".idaeus-draft";

    private StagedStatistics() {}

    /**
     * Removes the {@link ReplayIntervals} from those that name one of these host ids. A crash leaves each file as it was or as it
     * will be. Other names of a file, as hard links are, keep the old contents.
     *
     * @return how many were changed
     * @throws IOException where one cannot be written
     * @throws SstableException where one cannot be read
     */
    static int forgetCommitLog(Path directory, Predicate<UUID> hostIds) throws IOException, SstableException {
        int changed = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*-Statistics.db")) {
            for (Path file : files) {
                Optional<byte[]> without = ReplayIntervals.removedFrom(file, hostIds);
                if (without.isPresent()) {
                    replace(file, without.get());
                    changed++;
                }
            }
        } catch (NoSuchFileException e) {
            // Cassandra reports it.
            return 0;
        }
        return changed;
    }

    private static void replace(Path file, byte[] bytes) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        DurableFiles.write(draft, bytes);
        DurableFiles.rename(draft, file);
    }
}
