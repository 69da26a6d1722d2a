/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.checksum.Crc32;
import io.idaeus.sidecar.fetch.file.FileTarget;
import io.idaeus.sidecar.fetch.request.RemoteFile;
import io.idaeus.sidecar.wire.ComponentPath;
import io.idaeus.sidecar.wire.EntityTag;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A component to fetch, or an excerpt of it.
 *
 * @param peer resolved and allowed by the peer policy; its host string is the certificate's name
 * @param size bytes of the whole component
 * @param crc32 of the whole component
 * @param destination the fetched file; its directory exists
 * @param progress bytes written, negative when discarded; called on several threads at once, must be quick
 * @param permits shared with other requests
 * @param compression of files that are not in bundles; shared with other requests
 * @param excerpt null for the whole component
 */
@RecordBuilder
public record FetchRequest(
        InetSocketAddress peer,
        ComponentPath component,
        long size,
        Crc32 crc32,
        Path destination,
        LongConsumer progress,
        ConnectionPermits permits,
        CompressionChoice compression,
        @Nullable Excerpt excerpt) {

    private static final int DEFAULT_PERMITS = 4;

    public FetchRequest {
        if (size < 0) {
            throw new IllegalArgumentException("size: " + size + " (expected: >= 0)");
        }
    }

    /** A request for a whole component. */
    public FetchRequest(
            InetSocketAddress peer,
            ComponentPath component,
            long size,
            Crc32 crc32,
            Path destination,
            LongConsumer progress,
            ConnectionPermits permits,
            CompressionChoice compression) {
        this(peer, component, size, crc32, destination, progress, permits, compression, null);
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
        this(peer, component, size, crc32, destination, progress, permits, CompressionChoice.off());
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

    /** How many are fetched. */
    long bytes() {
        return excerpt == null ? size : excerpt.ranges().size();
    }

    /** CRC32 of the fetched bytes; null where it is unknown. */
    @Nullable
    Crc32 expected() {
        return excerpt == null ? crc32 : excerpt.crc32();
    }

    /** Holds unproven bytes: {@code <destination>.part}. */
    public Path part() {
        return partOf(destination);
    }

    public static Path partOf(Path destination) {
        return FileTarget.partOf(destination);
    }

    RemoteFile remote() {
        EntityTag etag = new EntityTag(crc32, size);
        return excerpt == null
                ? new RemoteFile(peer, component, etag)
                : new RemoteFile(peer, component, etag, excerpt.ranges());
    }

    FileTarget target() {
        return excerpt == null
                ? new FileTarget(destination, size, crc32, progress)
                : new FileTarget(destination, bytes(), excerpt.crc32(), progress, excerpt.identity(crc32));
    }
}
