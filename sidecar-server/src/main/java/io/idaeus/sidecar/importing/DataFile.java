/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.sstable.file.Digest;
import io.idaeus.sidecar.sstable.file.SstableException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A Data.db, identified by what Cassandra's move and rename keep.
 *
 * @param crc32 as in Digest.crc32
 */
public record DataFile(long bytes, Crc32 crc32) {
    private static final String DATA = "-Data.db";
    private static final String DIGEST = "-Digest.crc32";

    // Those of a staged directory; empty if one has no readable digest.
    static Set<DataFile> in(Path directory) throws IOException {
        Set<DataFile> found = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + DATA)) {
            for (Path file : files) {
                Optional<DataFile> known = of(file);
                if (known.isEmpty()) {
                    return Set.of();
                }
                found.add(known.get());
            }
        } catch (NoSuchFileException e) {
            // Cassandra reports it.
            return Set.of();
        }
        return Set.copyOf(found);
    }

    // Empty without a readable digest.
    static Optional<DataFile> of(Path data) throws IOException {
        String name = String.valueOf(data.getFileName());
        Path digest = data.resolveSibling(name.substring(0, name.length() - DATA.length()) + DIGEST);
        try {
            return Optional.of(new DataFile(Files.size(data), Digest.read(digest)));
        } catch (SstableException | NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
