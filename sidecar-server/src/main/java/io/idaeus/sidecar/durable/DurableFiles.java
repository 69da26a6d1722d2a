/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.durable;

import io.idaeus.sidecar.filemode.FileModes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Files that a power loss leaves either as they were or as they are to be. The order is that of rename(2) and fsync(2):
 * the bytes are forced, then the file gets its name, then the directory is forced.
 */
public final class DurableFiles {
    private DurableFiles() {}

    /** Writes a new file, or over an old one, and forces its bytes. Its name is not durable yet. */
    public static void write(Path file, byte[] bytes) throws IOException {
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try (FileChannel channel = FileModes.open(file, options)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                int unused = channel.write(left);
            }
            channel.force(true);
        }
    }

    /** Gives a file whose bytes are forced its name, in place of a file that has it. */
    public static void rename(Path from, Path to) throws IOException {
        move(from, to);
        forceEntry(to);
    }

    /**
     * As {@link #rename(Path, Path)}, with crash points.
     *
     * @param things what such files are, in the plural
     */
    public static void rename(Path from, Path to, String things) throws IOException {
        move(from, to);
        CrashPoint.RENAMED.of(things);
        forceEntry(to);
        CrashPoint.NAMED.of(things);
    }

    /** Makes the name of a file durable. */
    public static void forceEntry(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            forceDirectory(directory);
        }
    }

    /** Makes the names in a directory durable. */
    public static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Gives a file its name in one step, in place of a file that has it. The name is not durable yet. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
