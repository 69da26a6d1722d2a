/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.config;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.idaeus.api.transfer.TransferRequest;
import java.time.Duration;
import java.util.Map;

/**
 * Transfers to this node.
 *
 * @param adaptConnections whether transfers open more connections than {@code connectionsPerSource} where that is faster
 * @param pieceBytes larger files are fetched in pieces of this length
 * @param maxBytesPerSecond over all transfers; 0 for no limit
 * @param compression unless the request says
 * @param peerTimeout of a call, and of a data connection without a byte
 * @param retryFor until an unreachable source fails the transfer
 * @param maxPendingCompactions above which no import into a table starts; 0 for no bound
 */
public record TransfersConfig(
        int maxConcurrent,
        int connectionsPerSource,
        boolean adaptConnections,
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
        Duration manifestTimeout,
        TransferRequest.Compression compression) {

    // Sixteen of the largest receive buffers fit into the direct memory that the launcher allows, and fill most
    // networks.
    private static final int MAX_DEFAULT_THREADS = 16;

    public static TransfersConfig defaults() {
        return read(new Section("transfers", MissingNode.getInstance(), new ConfigReader(Map.of())));
    }

    private static TransferRequest.Compression compression(Section section) {
        TransferRequest.Compression off = TransferRequest.Compression.OFF;
        boolean isAuto = section.warnOf(
                "compression", "auto", "is no longer supported and means off; set zstd to compress files, or off");
        return isAuto ? off : section.get("compression", Value.oneOf(TransferRequest.Compression.class), off);
    }

    static TransfersConfig read(Section section) {
        int processors = Runtime.getRuntime().availableProcessors();
        return new TransfersConfig(
                section.get("maxConcurrent", Value.between(1, 64), 2),
                section.get("connectionsPerSource", Value.between(1, 64), 4),
                section.get("adaptConnections", Value.BOOLEAN, true),
                section.get("maxConnectionsPerPeer", Value.between(1, 256), 16),
                section.get("threads", Value.between(1, 256), Math.min(processors, MAX_DEFAULT_THREADS)),
                section.get("receiveBufferSize", Value.size(1L << 16, 1L << 26), 1L << 20)
                        .intValue(),
                section.get("maxConnections", Value.between(1, 1024), 32),
                section.get("pieceSize", Value.sizeInSteps(4L << 20, 1L << 40), 16L << 20),
                section.get("directIo", Value.BOOLEAN, true),
                section.get("directIoMemory", Value.size(1L << 20, 1L << 30), 56L << 20),
                section.get("preallocate", Value.BOOLEAN, true),
                section.get("dropPageCache", Value.BOOLEAN, true),
                section.get("maxRate", Value.LIMIT, 0L),
                section.get("connectTimeout", Value.DURATION, Duration.ofSeconds(5)),
                section.get("peerTimeout", Value.DURATION, Duration.ofSeconds(30)),
                section.get("leaseTtl", Value.time("10s", "30d"), Duration.ofHours(6)),
                section.get("retryFor", Value.DURATION, Duration.ofHours(1)),
                section.get("maxPendingCompactions", Value.between(0, 1_000_000), 100),
                section.get("manifestTimeout", Value.DURATION, Duration.ofHours(6)),
                compression(section));
    }
}
