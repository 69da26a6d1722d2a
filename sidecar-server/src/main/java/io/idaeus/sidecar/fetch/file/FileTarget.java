/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.checksum.Crc32;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Where a component goes.
 *
 * @param destination the fetched file; its directory exists
 * @param size bytes of that file
 * @param crc32 of that file; null where it is unknown, and its reader proves it
 * @param progress bytes written, negative when discarded; on any thread
 * @param identity differs between files that are fetched under the same name
 */
public record FileTarget(
        Path destination, long size, @Nullable Crc32 crc32, LongConsumer progress, int identity) {

    /** The file of a whole component. */
    public FileTarget(Path destination, long size, Crc32 crc32, LongConsumer progress) {
        this(destination, size, crc32, progress, crc32.value());
    }

    boolean isProvenBy(Crc32 found) {
        return crc32 == null || crc32.equals(found);
    }

    /** Whether it is read soon, by who proves it: then it stays in the page cache. */
    boolean isProvenLater() {
        return crc32 == null;
    }

    public Path part() {
        return partOf(destination);
    }

    /** {@code <destination>.part}. */
    public static Path partOf(Path destination) {
        return destination.resolveSibling(destination.getFileName() + ".part");
    }
}
