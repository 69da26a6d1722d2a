/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.faults;

import io.idaeus.it.harness.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A file system of its own in a file, which can be filled without harm to anybody else. Needs root. */
final class SmallDisk implements AutoCloseable {
    private static final long LEFT = 512 * 1024;

    private final Path root;

    private SmallDisk(Path root) {
        this.root = root;
    }

    /** Null where none can be made. */
    static @Nullable SmallDisk make(Path directory, int mebibytes) {
        Path image = directory.resolve("disk.img");
        Path root = directory.resolve("disk");
        try {
            Files.createDirectories(root);
            boolean made = run("truncate", "-s", mebibytes + "M", image.toString())
                    && run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString())
                    && run("mount", "-o", "loop", image.toString(), root.toString());
            return made ? new SmallDisk(root) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path root() {
        return root;
    }

    /** Takes what is free, but for a little. */
    void fill() {
        try {
            long free = Files.getFileStore(root).getUsableSpace() - LEFT;
            if (free > 0) {
                Command.of("fallocate", "-l", Long.toString(free), ballast().toString())
                        .run()
                        .orThrow();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void empty() {
        try {
            Files.deleteIfExists(ballast());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        Command.of("umount", "-l", root.toString())
                .within(Duration.ofSeconds(30))
                .run()
                .orThrow();
    }

    private Path ballast() {
        return root.resolve("ballast");
    }

    private static boolean run(String... words) {
        try {
            return Command.of(words).run().exitCode() == 0;
        } catch (UncheckedIOException missing) {
            return false;
        }
    }
}
