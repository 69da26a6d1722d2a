/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.connection.RemoteFile;
import io.idaeus.sidecar.fetch.file.FileTarget;
import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.EntityTag;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * One component to fetch.
 *
 * @param peer resolved and allowed by the peer policy; its host string is the certificate's name
 * @param size bytes
 * @param crc32 of the whole file
 * @param destination the proven file; its directory exists
 * @param progress bytes written, negative when discarded; called on several threads at once, must be quick
 * @param permits shared with other requests
 * @param compression of files that are not in bundles; shared with other requests
 */
public record FetchRequest(
        InetSocketAddress peer,
        ComponentPath component,
        long size,
        Crc32 crc32,
        Path destination,
        LongConsumer progress,
        ConnectionPermits permits,
        Compression compression) {

    private static final int DEFAULT_PERMITS = 4;

    public FetchRequest {
        if (size < 0) {
            throw new IllegalArgumentException("size: " + size + " (expected: >= 0)");
        }
    }

    /** Without compression. */
    public FetchRequest(
            InetSocketAddress peer,
            ComponentPath component,
            long size,
            Crc32 crc32,
            Path destination,
            LongConsumer progress,
            ConnectionPermits permits) {
        this(peer, component, size, crc32, destination, progress, permits, Compression.off());
    }

    /** With permits of its own, without compression. */
    public FetchRequest(
            InetSocketAddress peer,
            ComponentPath component,
            long size,
            Crc32 crc32,
            Path destination,
            LongConsumer progress) {
        this(peer, component, size, crc32, destination, progress, new ConnectionPermits(DEFAULT_PERMITS));
    }

    /** Holds unproven bytes: {@code <destination>.part}. */
    public Path part() {
        return partOf(destination);
    }

    public static Path partOf(Path destination) {
        return FileTarget.partOf(destination);
    }

    RemoteFile remote() {
        return new RemoteFile(peer, component, new EntityTag(crc32, size));
    }

    FileTarget target() {
        return new FileTarget(destination, size, crc32, progress);
    }
}
