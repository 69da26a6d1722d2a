/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** @param name the descriptor, for instance {@code nb-7-big} */
public record NodeSstables(Path directory, String name) {
    private static final String DATA = "-Data.db";

    /** The SSTables directly in this directory, sorted by name. */
    public static List<NodeSstables> in(Path directory) {
        List<NodeSstables> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + DATA)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                found.add(new NodeSstables(directory, name.substring(0, name.length() - DATA.length())));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(Comparator.comparing(NodeSstables::name));
        return found;
    }

    /** For instance {@code Data.db}; may not exist. */
    public Path component(String component) {
        return directory.resolve(name + "-" + component);
    }

    public List<Path> files() {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, name + "-*")) {
            files.forEach(found::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Bytes of all files. */
    public long size() {
        return files().stream().mapToLong(file -> file.toFile().length()).sum();
    }
}
