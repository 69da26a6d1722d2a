/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.sstable.name;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Identifies a state of a file without reading it.
 *
 * @param size bytes
 * @param modified nanoseconds since the epoch
 */
public record FileStamp(long device, long inode, long size, long modified) {
    // Cassandra replaces or appends, and both change the stamp. Numbers only: hundreds of thousands are in memory.
    private static final String ATTRIBUTES = "unix:dev,ino,size,lastModifiedTime,isRegularFile";

    /** Empty unless a regular file; a link is none. */
    public static Optional<FileStamp> of(Path file) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(file, ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        return Boolean.TRUE.equals(attributes.get("isRegularFile"))
                ? Optional.of(new FileStamp(
                        number(attributes, "dev"),
                        number(attributes, "ino"),
                        number(attributes, "size"),
                        ((FileTime) Objects.requireNonNull(attributes.get("lastModifiedTime")))
                                .to(TimeUnit.NANOSECONDS)))
                : Optional.empty();
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name), name)).longValue();
    }
}
