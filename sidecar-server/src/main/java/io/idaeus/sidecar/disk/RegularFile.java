/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** Opens a file whose name was found in a directory: whatever may lie there. */
public final class RegularFile {
    private RegularFile() {}

    /**
     * For reading. Follows no link.
     *
     * @throws NotRegularFileException where it is a link, a pipe, a device or the like
     * @throws java.nio.file.NoSuchFileException where there is none
     */
    public static FileChannel open(Path file) throws IOException {
        DirectoryScans.at(file);
        // Before it is opened: the opening of a pipe waits for a writer.
        if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isRegularFile()) {
            throw new NotRegularFileException();
        }
        return FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /** As {@link #open}. */
    public static InputStream stream(Path file) throws IOException {
        return Channels.newInputStream(open(file));
    }
}
