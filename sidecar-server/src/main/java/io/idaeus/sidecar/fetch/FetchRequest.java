/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.EntityTag;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * One component to pull.
 *
 * @param peer a resolved address that the peer policy allowed; its host string is the name a certificate must show
 * @param size bytes, as the manifest says
 * @param crc32 of the whole file, as the manifest says
 * @param destination the proven file; until then the bytes are in {@link #part()}. Its directory exists
 * @param progress told of bytes newly on disk as they are written (counted from what the part file held before), and of
 *     a negative number when bytes are discarded. So what was on disk before, plus all that was told, is on disk now.
 *     Called on event loops and disk threads, several at a time: it must be quick
 * @param lanes how much is received at once, over all the requests that share them
 */
public record FetchRequest(
        InetSocketAddress peer,
        ComponentPath component,
        long size,
        Crc32 crc32,
        Path destination,
        LongConsumer progress,
        ConnectionPermits lanes) {

    private static final int ALONE = 4;

    public FetchRequest {
        if (size < 0) {
            throw new IllegalArgumentException("size: " + size + " (expected: >= 0)");
        }
    }

    /** A request on its own. */
    public FetchRequest(
            InetSocketAddress peer,
            ComponentPath component,
            long size,
            Crc32 crc32,
            Path destination,
            LongConsumer progress) {
        this(peer, component, size, crc32, destination, progress, new ConnectionPermits(ALONE));
    }

    /** Where bytes stay until they are proven: {@code <destination>.part}. */
    public Path part() {
        return partOf(destination);
    }

    /** The part file that belongs to a destination. */
    public static Path partOf(Path destination) {
        return destination.resolveSibling(destination.getFileName() + ".part");
    }

    EntityTag etag() {
        return new EntityTag(crc32, size);
    }
}
