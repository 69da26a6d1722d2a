/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.it.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A file system in an image file. A test can fill it, and cut its power. Needs root. Not thread-safe. */
public final class LoopDisk implements AutoCloseable {
    private static final long LEFT = 512 * 1024;
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final Duration RETRY = Duration.ofMillis(100);

    // Only forced data reaches the image: the journal commits after minutes, and a rename writes no data out. The
    // kernel writes dirty pages after half a minute; a test is quicker.
    private static final String OPTIONS = "loop,commit=300,noauto_da_alloc";

    private final Path root;
    private final Path image;
    private final Path copy;

    private LoopDisk(Path root, Path image) {
        this.root = root;
        this.image = image;
        this.copy = image.resolveSibling(image.getFileName() + ".after");
    }

    /** Mounts a new one at {@code root}, with {@code root.img} beside it; null without the rights to. */
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

    /** Uses up nearly all free space. */
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

    /** Undoes {@link #fill}. */
    public void empty() {
        try {
            Files.deleteIfExists(ballast());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Loses everything that was not forced, like a host whose power fails. No process may still write to it. */
    public void losePower() {
        // The image holds only forced data; unmounting first would write the rest.
        must("cp", "--sparse=always", image.toString(), copy.toString());
        unmount();
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

    // A nodetool that a killed sidecar began stands in its directory until it ends.
    private void unmount() {
        Command umount = Command.of("umount", root.toString()).within(BOUND);
        long until = System.nanoTime() + BOUND.toNanos();
        CommandResult result = umount.run();
        while (result.exitCode() != 0 && System.nanoTime() < until) {
            LockSupport.parkNanos(RETRY.toNanos());
            result = umount.run();
        }
        result.orThrow();
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
