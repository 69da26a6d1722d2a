/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A file system of its own in a file: it can be filled without harm to anybody else, and it can lose power. Needs root. Not
 * thread-safe.
 */
public final class LoopDisk implements AutoCloseable {
    private static final long LEFT = 512 * 1024;
    private static final Duration BOUND = Duration.ofSeconds(30);

    /**
     * Nothing reaches the image but what is forced: no commit of the journal for minutes, and no data written out because
     * a file is renamed over another. The kernel writes what is dirty for half a minute; a test is quicker.
     */
    private static final String OPTIONS = "loop,commit=300,noauto_da_alloc";

    private final Path root;
    private final Path image;
    private final Path copy;

    private LoopDisk(Path root, Path image) {
        this.root = root;
        this.image = image;
        this.copy = image.resolveSibling(image.getFileName() + ".after");
    }

    /** Mounts a new one at {@code root}, with {@code root.img} beside it; null where none can be made. */
    public static @Nullable LoopDisk make(Path root, int mebibytes) {
        Path image = root.resolveSibling(root.getFileName() + ".img");
        try {
            Files.createDirectories(root);
            boolean made = run("truncate", "-s", mebibytes + "M", image.toString())
                    && run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString())
                    && run("mount", "-o", OPTIONS, image.toString(), root.toString());
            return made ? new LoopDisk(root, image) : null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path root() {
        return root;
    }

    /** Takes what is free, but for a little. */
    public void fill() {
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

    /** Gives back what {@link #fill} took. */
    public void empty() {
        try {
            Files.deleteIfExists(ballast());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * It is again what a host finds after its power failed: what was forced, and nothing of what the kernel alone knew.
     * Whoever wrote to it must have ended.
     */
    public void losePower() {
        // The image holds what was forced; unmounting would write the rest.
        must("cp", "--sparse=always", image.toString(), copy.toString());
        must("umount", root.toString());
        must("mv", copy.toString(), image.toString());
        must("mount", "-o", OPTIONS, image.toString(), root.toString());
    }

    @Override
    public void close() {
        must("umount", "-l", root.toString());
        must("rm", "-f", image.toString(), copy.toString());
    }

    private Path ballast() {
        return root.resolve("ballast");
    }

    private static void must(String... words) {
        Command.of(words).within(BOUND).run().orThrow();
    }

    private static boolean run(String... words) {
        try {
            return Command.of(words).within(BOUND).run().exitCode() == 0;
        } catch (UncheckedIOException missing) {
            return false;
        }
    }
}
