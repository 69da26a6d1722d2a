/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch;

import io.idaeus.sidecar.fetch.file.PieceSettings;

/** Settings with which every file comes in one piece. */
final class OnePiece {
    private OnePiece() {}

    static FetchSettings settings() {
        FetchSettings plain = FetchSettings.plain();
        return new FetchSettings(
                plain.eventLoops(),
                plain.maxConnectionsPerPeer(),
                plain.receiveBufferBytes(),
                plain.connectTimeout(),
                plain.idleTimeout(),
                plain.keepAlive(),
                plain.diskThreads(),
                null,
                plain.maxConnections(),
                new PieceSettings(1L << 40, false, 0, false, false));
    }
}
