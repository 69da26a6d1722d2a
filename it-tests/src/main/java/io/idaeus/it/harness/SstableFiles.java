/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One SSTable on disk.
 *
 * @param name its name within the directory, for instance {@code nb-7-big}
 */
public record SstableFiles(Path directory, String name) {
    private static final String DATA = "-Data.db";

    /** The SSTables right in this directory (a table's, a snapshot's, a staged one), sorted by name. */
    public static List<SstableFiles> in(Path directory) {
        List<SstableFiles> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + DATA)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                found.add(new SstableFiles(directory, name.substring(0, name.length() - DATA.length())));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(Comparator.comparing(SstableFiles::name));
        return found;
    }

    /** The file of a component, for instance {@code Data.db}; it need not exist. */
    public Path component(String component) {
        return directory.resolve(name + "-" + component);
    }

    /** The files that exist. */
    public List<Path> files() {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, name + "-*")) {
            files.forEach(found::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** The bytes of all files together. */
    public long size() {
        return files().stream().mapToLong(file -> file.toFile().length()).sum();
    }
}
