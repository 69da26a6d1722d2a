/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.transfer.landing;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's staging roots. Below each, a transfer has a directory named by its id. */
public final class Staging {
    private static final Logger LOG = LoggerFactory.getLogger(Staging.class);

    private final List<Path> roots;

    public Staging(List<Path> roots) {
        this.roots = List.copyOf(roots);
    }

    public void clear(String transferId) {
        for (Path root : roots) {
            try {
                deleteTree(root.resolve(transferId));
            } catch (IOException e) {
                LOG.warn("{} cannot delete its staging below {}; the next sweep retries", transferId, root, e);
            }
        }
    }

    /** Whether anything of a transfer is left. */
    public boolean holds(String transferId) {
        return roots.stream().anyMatch(root -> Files.exists(root.resolve(transferId), LinkOption.NOFOLLOW_LINKS));
    }

    /** The entries of the roots whose names are not known. */
    public List<Path> unknown(Predicate<String> known) {
        return roots.stream()
                .flatMap(root -> names(root).stream().filter(known.negate()).map(root::resolve))
                .toList();
    }

    public void sweep(Predicate<String> unneeded) {
        for (Path root : roots) {
            for (String name : names(root)) {
                if (unneeded.test(name)) {
                    clear(name);
                }
            }
        }
    }

    private static List<String> names(Path root) {
        try (Stream<Path> entries = Files.list(root)) {
            return entries.map(entry -> entry.getFileName().toString()).toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            LOG.warn("cannot list the staging root {}", root, e);
            return List.of();
        }
    }

    /** None where the directory does not exist. */
    static List<String> left(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            List<String> names = new ArrayList<>();
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
            return names;
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    static void deleteTree(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
