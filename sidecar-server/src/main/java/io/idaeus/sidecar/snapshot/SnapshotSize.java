/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.snapshot;

import io.idaeus.sidecar.disk.DirectoryScans;
import io.idaeus.sidecar.problem.UnreadableFiles;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;

/**
 * @param bytes of all its files
 * @param trueBytes what clearing this snapshot alone frees: its files without another hard link
 */
record SnapshotSize(long bytes, long trueBytes) {
    static SnapshotSize of(Collection<Path> directories) {
        Count count = new Count();
        for (Path directory : directories) {
            try {
                DirectoryScans.ofProcess().run(List.of(directory), () -> Files.walkFileTree(directory, count));
            } catch (IOException e) {
                throw UnreadableFiles.problem("the sizes of the snapshot's files in " + directory, e);
            }
        }
        return new SnapshotSize(count.bytes, count.trueBytes);
    }

    /** Skips files that disappear while it looks at them: the snapshot may be cleared meanwhile. */
    static final class Count extends SimpleFileVisitor<Path> {
        private long bytes;
        private long trueBytes;

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            DirectoryScans.at(file);
            if (attributes.isRegularFile()) {
                try {
                    int links = (Integer) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS);
                    bytes += attributes.size();
                    trueBytes += links == 1 ? attributes.size() : 0;
                } catch (NoSuchFileException cleared) {
                    // It does not count.
                }
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }
    }
}
