/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.netty.handler.ssl.SslContext;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How connections to peers behave.
 *
 * @param maxConnections over all peers; bounds the rate that each connection promises its peer
 * @param receiveBufferBytes the most that one read takes; each event loop holds one such buffer
 * @param connectTimeout of the TCP connection, and again of the TLS handshake
 * @param idleTimeout without a byte from the peer while one is due
 * @param keepAlive how long an unused connection is kept
 * @param tls the context of each new connection; null for plain HTTP
 */
public record ConnectionSettings(
        int maxConnectionsPerPeer,
        int maxConnections,
        int receiveBufferBytes,
        Duration connectTimeout,
        Duration idleTimeout,
        Duration keepAlive,
        @Nullable Supplier<SslContext> tls) {}
