/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot.content;

import io.idaeus.api.TableRef;
import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.problem.ProblemException;
import io.idaeus.sidecar.problem.UnreadableFiles;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds {@code <data directory>/<keyspace>/<table>-<id>/snapshots/<tag>} by listing directories: no path is made from
 * what a caller sent. A keyspace or a table may be a link to another disk; a snapshot may not. A table directory from
 * before 2.1 has no id, and Cassandra goes on to use it.
 */
public final class SnapshotDirectories {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotDirectories.class);
    private static final Pattern KEYSPACE = Pattern.compile("\\w+");
    private static final Pattern TABLE = Pattern.compile("(\\w+)(?:-([0-9a-f]{32}))?");

    private final Supplier<List<Path>> dataDirectories;
    private final DirectoryScans scans;
    private volatile List<Path> lastKnown = List.of();

    /** @param dataDirectories if it throws, the last answer is used */
    public SnapshotDirectories(Supplier<List<Path>> dataDirectories) {
        this(dataDirectories, DirectoryScans.ofProcess());
    }

    public SnapshotDirectories(Supplier<List<Path>> dataDirectories, DirectoryScans scans) {
        this.dataDirectories = dataDirectories;
        this.scans = scans;
    }

    public List<SnapshotDirectory> all() {
        return scan(keyspace -> true, table -> true, tag -> true);
    }

    public List<SnapshotDirectory> of(String tag) {
        return scan(keyspace -> true, table -> true, tag::equals);
    }

    // There are several, by table id, if the table was dropped and created again.
    public List<SnapshotDirectory> of(String tag, TableRef table) {
        return scan(table.keyspace()::equals, table.table()::equals, tag::equals);
    }

    private List<SnapshotDirectory> scan(
            Predicate<String> keyspaces, Predicate<String> tables, Predicate<String> tags) {
        List<SnapshotDirectory> found = new ArrayList<>();
        for (Path root : roots()) {
            try {
                found.addAll(scans.run(List.of(root), () -> scan(root, keyspaces, tables, tags)));
            } catch (IOException e) {
                throw UnreadableFiles.problem("data directory " + root, e);
            }
        }
        return found;
    }

    private static List<SnapshotDirectory> scan(
            Path root, Predicate<String> keyspaces, Predicate<String> tables, Predicate<String> tags)
            throws IOException {
        List<SnapshotDirectory> found = new ArrayList<>();
        for (Path keyspace : list(root.toRealPath(), name -> isKeyspace(name) && keyspaces.test(name))) {
            scanKeyspace(keyspace, tables, tags, found);
        }
        return found;
    }

    public List<Path> roots() {
        try {
            lastKnown = dataDirectories.get();
        } catch (ProblemException e) {
            if (lastKnown.isEmpty()) {
                throw e;
            }
            LOG.debug("data directories {} used again: Cassandra does not answer", lastKnown, e);
        }
        return lastKnown;
    }

    private static void scanKeyspace(
            Path keyspace, Predicate<String> tables, Predicate<String> tags, List<SnapshotDirectory> into)
            throws IOException {
        for (Path directory : listExisting(keyspace, name -> true)) {
            Matcher table = TABLE.matcher(name(directory));
            if (table.matches() && tables.test(table.group(1))) {
                for (Path snapshot : listExisting(directory.resolve("snapshots"), tags)) {
                    if (Files.isDirectory(snapshot, LinkOption.NOFOLLOW_LINKS)) {
                        into.add(new SnapshotDirectory(
                                name(snapshot), name(keyspace), table.group(1), table.group(2), snapshot));
                    }
                }
            }
        }
    }

    // Other directories belong to the operating system, or to nobody: lost+found, for instance.
    private static boolean isKeyspace(String name) {
        return KEYSPACE.matcher(name).matches();
    }

    // Empty for what is no directory, nor leads to one: a file, a pipe, a link to itself or to nothing.
    private static List<Path> listExisting(Path directory, Predicate<String> names) throws IOException {
        DirectoryScans.at(directory);
        if (!Files.isDirectory(directory) && !isHidden(directory)) {
            return List.of();
        }
        try {
            return list(directory, names);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    // Whether nobody may look what it is: that is an error, and not nothing.
    private static boolean isHidden(Path path) {
        try {
            Files.readAttributes(path, BasicFileAttributes.class);
            return false;
        } catch (AccessDeniedException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static List<Path> list(Path directory, Predicate<String> names) throws IOException {
        List<Path> entries = new ArrayList<>();
        DirectoryScans.at(directory);
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, entry -> names.test(name(entry)))) {
            stream.forEach(entries::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort(null);
        return entries;
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }
}
