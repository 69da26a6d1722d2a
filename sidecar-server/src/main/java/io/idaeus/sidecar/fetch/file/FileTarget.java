/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.file;

import io.idaeus.sidecar.checksum.Crc32;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Where a component goes.
 *
 * @param destination the proven file; its directory exists
 * @param crc32 of the whole file
 * @param progress bytes written, negative when discarded; on any thread
 */
public record FileTarget(Path destination, long size, Crc32 crc32, LongConsumer progress) {

    public Path part() {
        return partOf(destination);
    }

    /** {@code <destination>.part}. */
    public static Path partOf(Path destination) {
        return destination.resolveSibling(destination.getFileName() + ".part");
    }
}
