/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.fetch.connection;

import io.idaeus.sidecar.wire.TlsSource;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How connections to peers behave.
 *
 * @param maxConnections over all peers
 * @param receiveBufferBytes of each event loop
 * @param connectTimeout of TCP, and again of TLS
 * @param idleTimeout while a byte from the peer is due
 * @param keepAlive of an unused connection
 * @param tls null for plain HTTP
 */
public record ConnectionSettings(
        int maxConnectionsPerPeer,
        int maxConnections,
        int receiveBufferBytes,
        Duration connectTimeout,
        Duration idleTimeout,
        Duration keepAlive,
        @Nullable TlsSource tls) {}
