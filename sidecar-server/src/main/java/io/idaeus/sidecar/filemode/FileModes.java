/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.filemode;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Makes files that only their owner writes and their group reads, 0640, and directories of 0750. The umask can take
 * permissions away. What exists keeps its permissions.
 */
public final class FileModes {
    // Not set by the process's umask: a Cassandra that the sidecar starts would inherit it.

    /** The mode of a new file, for open(2). */
    public static final int FILE = 6 << 6 | 4 << 3;

    private static final FileAttribute<?>[] OF_FILE = attributes("rw-r-----");
    private static final FileAttribute<?>[] OF_DIRECTORY = attributes("rwxr-x---");

    private FileModes() {}

    public static FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return FileChannel.open(file, options, OF_FILE);
    }

    public static Path createDirectories(Path directory) throws IOException {
        return Files.createDirectories(directory, OF_DIRECTORY);
    }

    public static Path createDirectory(Path directory) throws IOException {
        return Files.createDirectory(directory, OF_DIRECTORY);
    }

    private static FileAttribute<?>[] attributes(String permissions) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
