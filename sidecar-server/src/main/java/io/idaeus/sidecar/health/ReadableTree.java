/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.health;

import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.disk.StalledScanException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether this user can list the directories of keyspaces and tables. */
public final class ReadableTree {
    // So that a check stays short, however many tables there are.
    private static final int MOST = 500;

    // lost+found, for instance, is nobody's but root's, and a keyspace can be a mount.
    private static final Pattern KEYSPACE = Pattern.compile("\\w+");
    private static final Pattern TABLE = Pattern.compile("\\w+(-[0-9a-f]+)?");

    private static final Logger LOG = LoggerFactory.getLogger(ReadableTree.class);

    private ReadableTree() {}

    /** Names a directory below {@code data} that is unreadable or hangs, and the remedy; empty where none was found. */
    public static Optional<String> failure(Path data) {
        try {
            return DirectoryScans.ofProcess().run(List.of(data), DirectoryScans.SHORT, () -> found(data));
        } catch (StalledScanException e) {
            return Optional.of(e.getMessage() + "; check the disk, or the server of the mount");
        } catch (IOException e) {
            LOG.debug("{} is not checked", data, e);
            return Optional.empty();
        }
    }

    private static Optional<String> found(Path data) {
        List<Path> keyspaces = new ArrayList<>();
        List<Path> tables = new ArrayList<>();
        return list(List.of(data), keyspaces)
                .or(() -> {
                    keyspaces.removeIf(path -> !isNamedBy(KEYSPACE, path));
                    return list(keyspaces, tables);
                })
                .or(() -> {
                    tables.removeIf(path -> !isNamedBy(TABLE, path));
                    return list(tables, null);
                });
    }

    private static boolean isNamedBy(Pattern pattern, Path path) {
        return pattern.matcher(path.getFileName().toString()).matches();
    }

    private static Optional<String> list(List<Path> directories, @Nullable List<Path> into) {
        for (Path directory : directories) {
            DirectoryScans.at(directory);
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    if (into == null || into.size() == MOST) {
                        break;
                    }
                    into.add(entry);
                }
            } catch (AccessDeniedException e) {
                return Optional.of("cannot read " + directory + ": run the sidecar as Cassandra's user");
            } catch (IOException | DirectoryIteratorException e) {
                // A file, gone meanwhile, or on a disk that Cassandra reports itself.
                LOG.debug("{} is not listed", directory, e);
            }
        }
        return Optional.empty();
    }
}
