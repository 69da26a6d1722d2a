/*
 * Copyright The Idaeus Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.idaeus.sidecar.wire;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import java.util.function.Supplier;

/** TLS of one end of the data plane, asked for each new connection. */
@FunctionalInterface
public interface TlsSource extends Supplier<SslContext> {
    /** Told of each new connection, once its pipeline has the TLS handler. */
    default void connected(Channel connection) {}
}
