/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.importing;

import io.idaeus.api.ProblemType;
import io.idaeus.sidecar.cassandra.schema.TableName;
import io.idaeus.sidecar.problem.BoundedText;
import io.idaeus.sidecar.problem.ProblemException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The directories below which imports are allowed. */
public final class StagingRoots {
    private static final Pattern TABLE_ID = Pattern.compile("[0-9a-f]{32}");

    private final List<Path> roots;

    public StagingRoots(List<Path> roots) {
        this.roots = List.copyOf(roots);
    }

    public List<Path> paths() {
        return roots;
    }

    /**
     * @throws ProblemException STAGING_OUTSIDE_ROOTS if the real path is not below a root; UNPROCESSABLE if
     *     Cassandra would not take its shape, or it holds anything but files
     */
    StagedDirectory confined(String named, TableName table) {
        Path real = real(named);
        StagedDirectory staged = roots.stream()
                .flatMap(root -> below(real, root).stream())
                .findFirst()
                .orElseThrow(() -> new ProblemException(
                        ProblemType.STAGING_OUTSIDE_ROOTS,
                        "directories: " + named + " is not below a staging root (expected: below one of " + roots
                                + ")"));
        checkShape(named, real, table);
        checkFiles(named, real);
        return staged;
    }

    private static Path real(String named) {
        BoundedText.PATH.require("directories", named);
        try {
            return Path.of(named).toRealPath();
        } catch (IOException e) {
            throw unreadable(named, e);
        }
    }

    private static Optional<StagedDirectory> below(Path real, Path root) {
        try {
            Path realRoot = root.toRealPath();
            boolean below = real.startsWith(realRoot) && !real.equals(realRoot);
            return below
                    ? Optional.of(new StagedDirectory(
                            real, root, realRoot.relativize(real).getName(0).toString()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    // With any other last two parts, Cassandra 5.0 reports success and imports nothing.
    private static void checkShape(String named, Path real, TableName table) {
        Path parent = real.getParent();
        String last = String.valueOf(real.getFileName());
        String above = parent == null ? "" : String.valueOf(parent.getFileName());
        String prefix = table.table() + "-";
        boolean shaped = above.equals(table.keyspace())
                && last.startsWith(prefix)
                && TABLE_ID.matcher(last.substring(prefix.length())).matches();
        if (!shaped) {
            throw unusable("directories: " + named + " (expected: …/" + table.keyspace() + "/" + table.table()
                    + "-<32 hex digits>)");
        }
    }

    private static void checkFiles(String named, Path real) {
        boolean hasData = false;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(real)) {
            for (Path entry : entries) {
                if (!Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                    throw unusable("directories: " + named + " holds " + entry.getFileName()
                            + " (expected: the files of SSTables, and nothing else)");
                }
                hasData |= entry.toString().endsWith("-Data.db");
            }
        } catch (IOException e) {
            throw unreadable(named, e);
        }
        if (!hasData) {
            throw unusable("directories: " + named + " holds no SSTable (expected: at least one …-Data.db)");
        }
    }

    private static ProblemException unreadable(String named, IOException e) {
        String why = e instanceof NoSuchFileException
                ? " does not exist"
                : e instanceof NotDirectoryException ? " is not a directory" : " cannot be read: " + e.getMessage();
        return new ProblemException(
                ProblemType.UNPROCESSABLE,
                "directories: " + named + why + " (expected: a staged directory that this sidecar's user can read)",
                e);
    }

    private static ProblemException unusable(String message) {
        return new ProblemException(ProblemType.UNPROCESSABLE, message);
    }
}
