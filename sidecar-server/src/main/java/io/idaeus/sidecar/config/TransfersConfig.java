/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.Map;

/**
 * Transfers to this node.
 *
 * @param maxConcurrent how many run at once; the others wait
 * @param connectionsPerSource to each source, where a request names no number
 * @param maxConnectionsPerPeer over all transfers
 * @param threads event loops that receive, check and write
 * @param receiveBufferBytes what one read takes at most, less where reads are slow; each event loop holds one such buffer
 * @param maxConnections over all peers
 * @param pieceBytes a file above it comes in pieces of this length
 * @param directIo whether pieces are written past the page cache, where the file system can
 * @param directIoMemoryBytes of the buffers for that
 * @param preallocate whether the room of a large file is taken before its bytes come
 * @param dropPageCache whether large files do not stay in the page cache once they are on the disk
 * @param maxBytesPerSecond what all transfers together may receive; 0 for no limit
 * @param connectTimeout of a data connection
 * @param peerTimeout of a call to a peer's control plane, and of silence on its data plane
 * @param leaseTtl asked of a source for its snapshot, and renewed: how long it outlives a destination that has gone
 * @param retryFor how long a source may be away before a transfer fails
 * @param maxPendingCompactions of a table, above which no import into it begins; 0 for no bound
 * @param manifestTimeout how long a source may take to compute checksums
 */
public record TransfersConfig(
        int maxConcurrent,
        int connectionsPerSource,
        int maxConnectionsPerPeer,
        int threads,
        int receiveBufferBytes,
        int maxConnections,
        long pieceBytes,
        boolean directIo,
        long directIoMemoryBytes,
        boolean preallocate,
        boolean dropPageCache,
        long maxBytesPerSecond,
        Duration connectTimeout,
        Duration peerTimeout,
        Duration leaseTtl,
        Duration retryFor,
        int maxPendingCompactions,
        Duration manifestTimeout) {

    /** So many receive 64 MiB at a time, a quarter of the direct memory that the launcher allows, and fill most networks. */
    private static final int MOST_THREADS = 16;

    public static TransfersConfig defaults() {
        return read(new Section("transfers", MissingNode.getInstance(), new ConfigReader(Map.of())));
    }

    static TransfersConfig read(Section section) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new TransfersConfig(
                section.get("maxConcurrent", Value.between(1, 64), 2),
                section.get("connectionsPerSource", Value.between(1, 64), 4),
                section.get("maxConnectionsPerPeer", Value.between(1, 256), 8),
                section.get("threads", Value.between(1, 256), Math.min(processors, MOST_THREADS)),
                section.get("receiveBufferSize", Value.size(1L << 16, 1L << 26), 1L << 20)
                        .intValue(),
                section.get("maxConnections", Value.between(1, 1024), 32),
                section.get("pieceSize", Value.sizeInSteps(4L << 20, 1L << 40), 64L << 20),
                section.get("directIo", Value.BOOLEAN, true),
                section.get("directIoMemory", Value.size(1L << 20, 1L << 30), 40L << 20),
                section.get("preallocate", Value.BOOLEAN, true),
                section.get("dropPageCache", Value.BOOLEAN, true),
                section.get("maxRate", Value.LIMIT, 0L),
                section.get("connectTimeout", Value.DURATION, Duration.ofSeconds(5)),
                section.get("peerTimeout", Value.DURATION, Duration.ofSeconds(30)),
                section.get("leaseTtl", Value.time("10s", "30d"), Duration.ofHours(6)),
                section.get("retryFor", Value.DURATION, Duration.ofHours(1)),
                section.get("maxPendingCompactions", Value.between(0, 1_000_000), 100),
                section.get("manifestTimeout", Value.DURATION, Duration.ofHours(6)));
    }
}
